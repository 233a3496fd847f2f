/** The page's script, as text. It consists of the functions in `browser/`, each of which is self-contained. @module */
import { accountsView } from './browser/accounts-view.js'
import { activityView } from './browser/activity-view.js'
import { callForms } from './browser/call-forms.js'
import { callsView } from './browser/calls-view.js'
import { curlLine } from './browser/curl-line.js'
import { faultWords } from './browser/fault-words.js'
import { faultsView } from './browser/faults-view.js'
import { createKit } from './browser/kit.js'
import { setupView } from './browser/setup-view.js'
import { watchEmulator } from './browser/watch-emulator.js'

/**
 * Plain JavaScript for all current browsers. Each function is inserted as its compiled source text, so the page needs
 * no build step. Some bundlers wrap functions in calls to `__name`, so the script defines `__name`.
 */
export const pageScript: string = `'use strict'
const __name = (named) => named
const kit = (${createKit})()
const curlLine = ${curlLine}
const faultWords = ${faultWords}
const forms = (${callForms})(kit, curlLine)
const views = { calls: (${callsView})(kit, forms) }
if (document.getElementById('trouble')) Object.assign(views, {
  activity: (${activityView})(kit, faultWords),
  accounts: (${accountsView})(kit),
  faults: (${faultsView})(kit, faultWords),
  setup: (${setupView})(kit),
})
const order = ['activity', 'accounts', 'faults', 'setup', 'calls']
;(${watchEmulator})(kit, Object.fromEntries(order.flatMap((name) => (views[name] ? [[name, views[name]]] : []))))
`
