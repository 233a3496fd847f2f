/** The hook that receives the workbench's updates from the demo server. @module */
import type { Panel } from 'embedded-wallet-auth-emulator/panel'
import { useEffect, useState } from 'react'
import type { AuditEntry, WorkbenchView } from '../../contract.js'
import { useApp } from '../ui/app-context.js'
import { followWorkbench } from './workbench-feed.js'

/** How many events of the audit log are kept. */
const limit = 40

/** Returns what the demo server has reported. Calls go into the trace, and the panel looks again at the emulator. */
export function useWorkbenchView(panel: Panel): WorkbenchView | undefined {
  const { trace } = useApp()
  const [view, setView] = useState<WorkbenchView>()
  useEffect(
    () =>
      followWorkbench((news) => {
        trace.wire(news.wire)
        void panel.look()
        setView((before) => ({ ...news, audit: extended(before?.audit ?? [], news.audit) }))
      }),
    [trace, panel],
  )
  return view
}

/** Adds the new events. After a reconnect, the server sends all its events again. */
function extended(known: readonly AuditEntry[], audit: readonly AuditEntry[]): readonly AuditEntry[] {
  const news = audit.filter(({ number }) => number > (known.at(-1)?.number ?? 0))
  return [...known, ...news].slice(-limit)
}
