/** Key custody: what this browser stores for the account, and a button that really tries to export the key. @module */
import type { App } from '../app.js'
import { el, every, fill, setText } from '../dom.js'
import { type Attempt, exportAttempts } from './export-attempts.js'
import type { Part } from './part.js'
import { privateKeysIn, recordText } from './record-text.js'
import { keyErased, storedRecord } from './stored-record.js'

/** Makes the part: the record, and a button that calls `exportKey` with every format. */
export function custodyPart(app: App): Part {
  const json = el('pre', {
    class: 'json',
    dir: 'ltr',
    role: 'group',
    tabindex: '0',
    'aria-label': 'Record in IndexedDB',
  })
  const results = el('ul', { class: 'attempts' })
  const show = async (): Promise<void> => {
    if (json.offsetParent === null) return
    const record = await storedRecord(app)
    setText(json, record === undefined ? 'Nothing is stored for this account.' : recordText(record))
  }
  const attempt = async (): Promise<void> => {
    const keys = privateKeysIn(await storedRecord(app))
    if (keys.length === 0)
      return fill(results, el('li', {}, 'There is no private key to try: sign in first.'))
    fill(results, (await exportAttempts(keys)).map(line))
  }
  // The part changes its size when it is opened, and then the record is read.
  new ResizeObserver(() => void show().catch(() => {})).observe(json)
  every(new AbortController().signal, 1_500, () => void show().catch(() => {}))
  app.watchSteps((step) => {
    if (step === undefined || step.before.session === step.state.session) return
    void show().catch(() => {})
    if (step.state.session.status === 'none') void keyErased(app).then(show, () => {})
  })
  return {
    title: 'Key custody',
    element: el(
      'div',
      {},
      el(
        'p',
        { class: 'dim' },
        'The session key signs, and no script can read it, this page’s own included. A hostile script that comes later could ask for signatures while it runs here, and could not take the key with it. One that was here before the sign-in could.',
      ),
      json,
      el(
        'div',
        { class: 'tools' },
        el(
          'button',
          { type: 'button', class: 'tool', on: { click: () => void attempt().catch(() => {}) } },
          'Try to read the private key',
        ),
      ),
      el('div', { role: 'status' }, results),
    ),
  }
}

const line = ({ call, refusal }: Attempt): HTMLElement =>
  el(
    'li',
    { class: refusal === undefined ? 'attempt attempt-bad' : 'attempt' },
    el('code', {}, call),
    el('span', {}, refusal === undefined ? 'It was handed out!' : `refused · ${refusal}`),
  )
