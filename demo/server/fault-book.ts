/** The faults that the workbench has armed, and the faults that have occurred. @module */
import type { Emulator, Fault } from 'embedded-wallet-auth-emulator'
import type { ArmedFault, FaultKind, WireEntry } from '../contract.js'

/** Faults of the emulator, and lies of the backend. A lie is an answer as a malicious backend would give it. */
export interface FaultBook {
  arm(call: `${string} /${string}`, kind: FaultKind): void
  /** Arms a lie: the next answer with a payload to stamp contains a different payload. */
  armLie(): void
  /** Disarms every fault that has not occurred yet. */
  disarm(): void
  /** Checks whether an armed fault affected the call of this entry. */
  met(entry: WireEntry): void
  /** Returns the backend's answer, or the lie if one is armed and the answer contains a payload to stamp. */
  told(request: Request, answer: Response): Promise<Response>
  /** Returns all faults, newest last. */
  all(): readonly ArmedFault[]
  clear(): void
}

/** The emulator's fault for each kind. */
const faults: Readonly<Record<FaultKind, Fault>> = {
  lost: { answer: 'lost' },
  drop: { drop: true },
  slow: { delay: 3_000 },
  unavailable: { status: 503 },
  'rate-limited': { status: 429, retryAfter: 30 },
}

/** How many faults are kept. */
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
      // A new object each time, because a fault is found among the pending ones by identity.
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

/** Returns the payload that a malicious backend would want stamped: an export of the wallet, sealed to its own key. */
function exportInstead(payload: string): string {
  return JSON.stringify({
    ...(JSON.parse(payload) as object),
    type: 'ACTIVITY_TYPE_EXPORT_WALLET',
    parameters: { targetPublicKey: `04${'66'.repeat(64)}` },
  })
}
