/** Updates for the workbench as server-sent events: first the complete view, then the changes. @module */
import type { Emulator } from 'embedded-wallet-auth-emulator'
import type { Hazard, WorkbenchView } from '../contract.js'
import type { AuditLog } from './audit-log.js'
import type { Lies } from './lies.js'
import type { WireLog } from './wire-log.js'

/** What the workbench observes. */
export interface Watched {
  readonly emulator: Pick<Emulator, 'clock' | 'faults'>
  readonly wire: WireLog
  readonly audit: AuditLog
  readonly lies: Lies
}

/** The updates, for any number of tabs. */
export interface WorkbenchFeed {
  /** Returns the complete view. */
  view(): WorkbenchView
  /** Returns an event stream, which continues until the reader disconnects. */
  stream(): Response
  /** Reports a change. Changes that come close together are sent as one update. */
  changed(): void
}

/** How long changes are collected before they are sent, in milliseconds. */
const pause = 30
/** After how many milliseconds a page reconnects. */
const retry = 1_000

export function createWorkbenchFeed({ emulator, wire, audit, lies }: Watched): WorkbenchFeed {
  const readers = new Set<() => void>()
  let isDue = false
  const shared = (): Pick<WorkbenchView, 'now' | 'hazards'> => ({
    now: emulator.clock.now(),
    hazards: [...lostAnswers(emulator), ...lies.all()],
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

/** The faults that lose an answer. */
const lostAnswers = ({ faults }: Watched['emulator']): readonly Hazard[] => [
  ...faults
    .pending()
    .flatMap(({ id, call, fault }) => (fault.answer === 'lost' ? [{ id: `${id}`, call }] : [])),
  ...faults
    .fired()
    .flatMap(({ id, call, fault, at }) =>
      fault.answer === 'lost' ? [{ id: `${id}`, call, happenedAt: at }] : [],
    ),
]
