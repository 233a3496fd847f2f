/** What the workbench armed to go wrong, and what of it has happened. @module */
import type { Emulator, Fault } from 'embedded-wallet-auth/emulator'
import type { ArmedFault, FaultKind, WireEntry } from '../contract.js'

/** Faults of the emulator, and lies of the backend. */
export interface FaultBook {
  arm(call: `${string} /${string}`, kind: FaultKind): void
  /** The next answer that asks for a stamp asks for another one. */
  armLie(): void
  /** Takes back what has not happened. */
  disarm(): void
  /** Looks whether the call that an entry is about has met a fault. */
  met(entry: WireEntry): void
  /** The answer as the backend gives it: with a lie in it if one is armed and it asks for a stamp. */
  told(request: Request, answer: Response): Promise<Response>
  /** The newest last. */
  all(): readonly ArmedFault[]
  clear(): void
}

/** One row per kind: what befalls the next call. */
const faults: Readonly<Record<FaultKind, Fault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  slow: { delay: 3_000 },
  unavailable: { status: 503 },
  'rate-limited': { status: 429, retryAfter: 30 },
}

/** Entries that are kept. */
const limit = 12

/** Nothing armed. */
export function createFaultBook(emulator: Pick<Emulator, 'faults'>, changed: () => void): FaultBook {
  let armed: readonly (ArmedFault & { readonly fault?: Fault })[] = []
  let count = 0
  const enter = (entry: Pick<ArmedFault, 'call' | 'kind'> & { readonly fault?: Fault }): void => {
    count += 1
    armed = [...armed.slice(1 - limit), { number: count, ...entry }]
    changed()
  }
  const fire = (number: number, path: string): void => {
    armed = armed.map((each) =>
      each.number === number ? { ...each, fired: { at: Date.now(), path } } : each,
    )
    changed()
  }
  return {
    arm(call, kind) {
      // An object of its own: by it the fault is found again among those that still wait.
      const fault = { ...faults[kind] }
      emulator.faults.next(call, fault)
      enter({ call, kind, fault })
    },
    armLie: () => enter({ call: '*', kind: 'lie' }),
    disarm() {
      emulator.faults.clear()
      armed = armed.filter(({ fired }) => fired)
      changed()
    },
    met({ method, path }) {
      const waiting = emulator.faults.pending().map(({ fault }) => fault)
      const gone = armed.find(({ fault, fired }) => fault && !fired && !waiting.includes(fault))
      if (gone) fire(gone.number, `${method} ${path}`)
    },
    async told(request, answer) {
      const lie = armed.find(({ kind, fired }) => kind === 'lie' && !fired)
      if (lie === undefined || !answer.ok) return answer
      const text = await answer.clone().text()
      if (!text.includes('"payloadToSign"')) return answer
      fire(lie.number, `${request.method} ${new URL(request.url).pathname}`)
      const body = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
        key === 'payloadToSign' && typeof value === 'string' ? exportInstead(value) : value,
      )
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
    all: () => armed.map(({ fault: _, ...entry }) => entry),
    clear() {
      armed = []
      changed()
    },
  }
}

/** What a backend in the wrong hands would like to have stamped: the whole wallet, sealed to a key of its own. */
function exportInstead(payload: string): string {
  return JSON.stringify({
    ...(JSON.parse(payload) as object),
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    parameters: { targetPublicKey: `04${'66'.repeat(64)}` },
  })
}
