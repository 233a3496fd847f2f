/** Shows the codes that were sent and the requests that arrived. @module */
import { inbox } from './inbox.js'
import { requestList } from './request-list.js'
import type { View } from './watch-emulator.js'

/** Creates the "Activity" part of the page. */
export function activityView(): View {
  const [showMails, showRequests] = [inbox(), requestList()]
  return {
    async refresh({ now, counts }) {
      await Promise.all([showMails(now), showRequests(counts.requests)])
    },
  }
}
