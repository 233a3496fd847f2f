/** The calls of the workbench: updates, clock, faults, lies and reset. A real platform has none of these. @module */
import * as v from 'valibot'
import { type FaultKind, faultKinds } from '../contract.js'
import { bodyOf, json } from './answer.js'
import type { FaultBook } from './fault-book.js'
import type { Platform } from './platform-routes.js'
import type { Routes } from './router.js'
import type { WorkbenchFeed } from './workbench-feed.js'

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

export function workbenchRoutes(
  { emulator }: Platform,
  { feed, faults }: { readonly feed: WorkbenchFeed; readonly faults: FaultBook },
  startOver: () => Promise<void>,
): Routes {
  return {
    'GET /demo/workbench': () => json(feed.view()),
    'GET /demo/workbench/events': () => feed.stream(),
    'POST /demo/workbench/clock': async (request) => {
      const { minutes } = await bodyOf(request, Jump)
      await emulator.clock.advance(minutes * 60_000)
      feed.changed()
      return json({ now: emulator.clock.now() })
    },
    'POST /demo/workbench/faults': async (request) => {
      const { call, kind } = await bodyOf(request, Order)
      faults.arm(call, kind)
      return json({})
    },
    'POST /demo/workbench/lie': () => {
      faults.armLie()
      return json({})
    },
    'POST /demo/workbench/faults/clear': () => {
      faults.disarm()
      return json({})
    },
    'POST /demo/workbench/start-over': async () => {
      await startOver()
      return json({})
    },
  }
}
