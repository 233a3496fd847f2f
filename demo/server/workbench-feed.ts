/** News for the workbench as server-sent events: everything at first, then what has changed. @module */
import type { Emulator } from 'embedded-wallet-auth/emulator'
import type { WorkbenchView } from '../contract.js'
import type { AuditLog } from './audit-log.js'
import type { FaultBook } from './fault-book.js'
import type { WireLog } from './wire-log.js'

/** What the workbench looks at. */
export interface Watched {
  readonly emulator: Pick<Emulator, 'clock' | 'inbox'>
  readonly wire: WireLog
  readonly audit: AuditLog
  readonly faults: FaultBook
}

/** The stream, for any number of tabs. */
export interface WorkbenchFeed {
  /** All there is. */
  view(): WorkbenchView
  /** An answer that goes on until its reader leaves. */
  stream(): Response
  /** Something has changed: readers are told soon, several changes at once. */
  changed(): void
}

/** Milliseconds in which changes are gathered. */
const pause = 30
/** After a cut, a page looks again this soon, in milliseconds. */
const retry = 1_000

/** A feed that nobody reads yet. */
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
