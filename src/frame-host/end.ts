/** What a connection to the wallet's page needs, in a frame or in a window. @module */
import type { Clock } from '../clock.js'
import type { HostPage } from './host-page.js'
import type { ShownState } from './shown-state.js'

export interface End {
  readonly page: HostPage
  readonly clock: Clock
  readonly accountId: string | undefined
  readonly state: Pick<ShownState, 'show' | 'unread'>
}
