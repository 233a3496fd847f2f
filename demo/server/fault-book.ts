/** The faults that the workbench has armed, and those that have occurred. @module */
import type { Emulator, Fault } from 'embedded-wallet-auth/emulator'
import type { ArmedFault, FaultKind, WireEntry } from '../contract.js'

/** Faults of the emulator, and lies of the backend. */
export interface FaultBook {
  arm(call: `${string} /${string}`, kind: FaultKind): void
  /** Arms a lie: the next answer that asks for a stamp asks for a different one. */
  armLie(): void
  /** Disarms everything that has not occurred. */
  disarm(): void
  /** Checks whether the call of an entry met a fault. */
  met(entry: WireEntry): void
  /** Returns the backend's answer. If a lie is armed and the answer asks for a stamp, the answer contains the lie. */
  told(request: Request, answer: Response): Promise<Response>
  /** Returns all faults, the newest last. */
  all(): readonly ArmedFault[]
  clear(): void
}

/** The fault for the next call, by kind. */
const faults: Readonly<Record<FaultKind, Fault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  slow: { delay: 3_000 },
  unavailable: { status: 503 },
  'rate-limited': { status: 429, retryAfter: 30 },
}

/** The number of faults that are kept. */
const limit = 12

/** Makes a book in which nothing is armed. */
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
      // A new object, by which the fault is found among those that are still pending.
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

/**
 * Returns the payload that a malicious backend would like to have stamped: an export of the wallet, sealed to its own
 * key.
 */
function exportInstead(payload: string): string {
  return JSON.stringify({
    ...(JSON.parse(payload) as object),
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    parameters: { targetPublicKey: `04${'66'.repeat(64)}` },
  })
}
