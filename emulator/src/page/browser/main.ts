/** The page's script. `scripts/emulator-page.js` bundles it for `../built-files.ts`. @module */
import { accountsView } from './accounts-view.js'
import { activityView } from './activity-view.js'
import { advanceClock } from './advance-clock.js'
import { callsView } from './calls-view.js'
import { faultsView } from './faults-view.js'
import { setupView } from './setup-view.js'
import { isConnected, watchEmulator } from './watch-emulator.js'

const calls = callsView()
if (isConnected()) {
  advanceClock()
  watchEmulator({
    activity: activityView(),
    accounts: accountsView(),
    faults: faultsView(),
    setup: setupView(),
    calls,
  })
} else watchEmulator({ calls })
