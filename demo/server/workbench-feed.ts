/** Updates for the workbench as server-sent events: first everything, then the changes. @module */
import type { Emulator } from 'embedded-wallet-auth/emulator'
import type { WorkbenchView } from '../contract.js'
import type { AuditLog } from './audit-log.js'
import type { FaultBook } from './fault-book.js'
import type { WireLog } from './wire-log.js'

/** What the workbench observes. */
export interface Watched {
  readonly emulator: Pick<Emulator, 'clock' | 'inbox'>
  readonly wire: WireLog
  readonly audit: AuditLog
  readonly faults: FaultBook
}

/** The feed, for any number of tabs. */
export interface WorkbenchFeed {
  /** Returns the complete view. */
  view(): WorkbenchView
  /** Returns an answer that continues until its reader leaves. */
  stream(): Response
  /** Reports a change. Readers get several changes at once, after a short pause. */
  changed(): void
}

/** The milliseconds in which changes are collected. */
const pause = 30
/** The milliseconds after which a page reconnects. */
const retry = 1_000

/** Makes a feed without readers. */
export function createWorkbenchFeed({ emulator, wire, audit, faults }: Watched): WorkbenchFeed {
  const readers = new Set<() => void>()
  let isDue = false
  const shared = (): Pick<WorkbenchView, 'now' | 'inbox' | 'faults'> => ({
    now: emulator.clock.now(),
    inbox: emulator.inbox.all().slice(-8),
    faults: faults.all(),
  })
  return {
    view: () => ({ ...shared(), wire: wire.all().slice(-60), audit: audit.all().slice(-60) }),
    changed() {
      if (isDue) return
      isDue = true
      setTimeout(() => {
        isDue = false
        for (const tell of [...readers]) tell()
      }, pause)
    },
    stream() {
      const text = new TextEncoder()
      let seen = { wire: 0, audit: 0 }
      let tell = (): void => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(text.encode(`retry: ${retry}\n\n`))
          tell = () => {
            const { entries, revision } = wire.since(seen.wire)
            const news = audit.all().filter(({ number }) => number > seen.audit)
            seen = { wire: revision, audit: news.at(-1)?.number ?? seen.audit }
            const view: WorkbenchView = { ...shared(), wire: entries, audit: news }
            controller.enqueue(text.encode(`data: ${JSON.stringify(view)}\n\n`))
          }
          readers.add(tell)
          tell()
        },
        cancel() {
          readers.delete(tell)
        },
      })
      return new Response(body, {
        headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' },
      })
    },
  }
}
