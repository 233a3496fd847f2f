/** The page's script. `scripts/emulator-page.js` bundles it for `../built-files.ts`. @module */
import { callsView } from './calls-view.js'
import { panel } from './page-panel.js'
import { setupView } from './setup-view.js'
import { isConnected, watchTabs } from './watch-tabs.js'

document.body.append(panel.said)
for (const name of ['clock', 'inbox', 'requests', 'accounts', 'faults'] as const)
  document.querySelector(`[data-part="${name}"]`)?.append(panel.part(name))
const calls = callsView()
if (isConnected()) {
  watchTabs({ activity: {}, accounts: {}, faults: {}, setup: setupView(), calls })
  void panel.look()
} else watchTabs({ calls })
