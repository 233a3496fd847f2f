/** Lies of the backend: answers as a malicious backend would give them. @module */
import type { Hazard } from '../contract.js'

/** The lies that were armed. */
export interface Lies {
  /** Arms a lie: the next answer with a payload to stamp contains a different payload. */
  arm(): void
  /** Returns the backend's answer, or the lie if one is armed and the answer contains a payload to stamp. */
  told(answer: Response): Promise<Response>
  /** Returns all lies, newest last. */
  all(): readonly Hazard[]
  clear(): void
}

/** Creates an empty list. `now` is the emulator's time in milliseconds. */
export function createLies(now: () => number, changed: () => void): Lies {
  let lies: readonly Hazard[] = []
  let count = 0
  return {
    arm() {
      count += 1
      lies = [...lies, { id: `lie ${count}`, call: 'lie' }]
      changed()
    },
    async told(answer) {
      const lie = lies.find(({ happenedAt }) => happenedAt === undefined)
      if (lie === undefined || !answer.ok) return answer
      const text = await answer.clone().text()
      if (!text.includes('"payloadToSign"')) return answer
      const happenedAt = new Date(now()).toISOString()
      lies = lies.map((each) => (each === lie ? { ...lie, happenedAt } : each))
      changed()
      const body = JSON.stringify(JSON.parse(text), (key, value: unknown) =>
        key === 'payloadToSign' && typeof value === 'string' ? exportInstead(value) : value,
      )
      return new Response(body, { status: answer.status, headers: answer.headers })
    },
    all: () => lies,
    clear() {
      lies = []
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
