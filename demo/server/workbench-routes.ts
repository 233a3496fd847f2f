/** The workbench's levers: inbox, wire log, audit log, clock, faults, start over. Nothing of this exists on a real platform. @module */
import type { Fault } from 'embedded-wallet-auth/emulator'
import * as v from 'valibot'
import { type FaultKind, faultKinds, type WorkbenchView } from '../contract.js'
import { bodyOf, json } from './answer.js'
import type { AuditLog } from './audit-log.js'
import type { Platform } from './platform-routes.js'
import type { Routes } from './router.js'
import type { WireLog } from './wire-log.js'

/** One row per kind: what befalls the next call. */
const faults: Readonly<Record<FaultKind, Fault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  slow: { delay: 3_000 },
  unavailable: { status: 503 },
  'rate-limited': { status: 429, retryAfter: 30 },
}

const Jump: v.GenericSchema<unknown, { readonly minutes: number }> = v.object({
  minutes: v.pipe(v.number(), v.minValue(0), v.maxValue(24 * 60)),
})

const Order: v.GenericSchema<unknown, { readonly call: `${string} /${string}`; readonly kind: FaultKind }> =
  v.object({
    call: v.custom<`${string} /${string}`>(
      (call) => typeof call === 'string' && /^(GET|POST|PATCH|DELETE) \/[\w/{}-]+$/.test(call),
    ),
    kind: v.picklist(faultKinds),
  })

/** The calls of the workbench. */
export function workbenchRoutes(
  platform: Platform,
  { wire, audit }: { readonly wire: WireLog; readonly audit: AuditLog },
  startOver: () => Promise<void>,
): Routes {
  const { emulator } = platform
  return {
    'GET /demo/workbench': () =>
      json({
        now: emulator.clock.now(),
        inbox: emulator.inbox.all().slice(-8),
        wire: wire.all().slice(-60),
        audit: audit.all().slice(-60),
      } satisfies WorkbenchView),
    'POST /demo/workbench/clock': async (request) => {
      const { minutes } = await bodyOf(request, Jump)
      await emulator.clock.advance(minutes * 60_000)
      return json({ now: emulator.clock.now() })
    },
    'POST /demo/workbench/faults': async (request) => {
      const { call, kind } = await bodyOf(request, Order)
      emulator.faults.next(call, faults[kind])
      return json({})
    },
    'POST /demo/workbench/faults/clear': () => {
      emulator.faults.clear()
      return json({})
    },
    'POST /demo/workbench/start-over': async () => {
      await startOver()
      return json({})
    },
  }
}
