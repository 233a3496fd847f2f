/**
 * Compares what people were told with what the service has seen. The service is the witness: every request that reaches
 * it is reported here, with the id that the page gave it.
 * @module
 */

/** What must never happen. */
export const faults = [
  'paid twice',
  'told "paid" and not paid',
  'told "not paid" and paid',
  'a proof used twice',
  'a limit exceeded',
  'a request cut off',
  '`forwarded: false` and forwarded',
  'a failure without a type',
  'a call without an end',
  'an outage that outlives its cause',
  'the secret refused',
] as const

/** How long after the store is back calls may still be refused because of it, in milliseconds. */
export const longestOutage = 5_000

export type ProductionFault = (typeof faults)[number]

/** A limit of the backends under test. */
export interface Rule {
  readonly max: number
  /** The length of a period, in milliseconds. */
  readonly per: number
}

/** An answer as a page got it. */
export interface Answered {
  readonly requestId: string
  readonly person: string
  /** Method and path, without ids. */
  readonly call: string
  readonly sentAt: number
  readonly answeredAt: number
  readonly status: number
  readonly body: unknown
}

export interface Judge {
  /** A request has reached the service. `status` is what the service answered. */
  reached(requestId: string, person: string, call: string, status: number): void
  answered(answer: Answered): void
  complain(fault: ProductionFault, why: string): void
  /** Something goes wrong from now on, and calls may be refused. */
  trouble(name: string): void
  /** The trouble was one of the store, which answers again, for those who connect to it. */
  storeBack(at: number): void
  /** A payment is wanted once: these quotes are the attempts. */
  attempt(purchase: string, quoteId: string): void
  /** The person was told how an attempt ended. */
  told(purchase: string, quoteId: string, outcome: 'paid' | 'not paid'): void
  /** Compares each purchase with the quotes that the service has carried out. */
  settle(isPaid: (quoteId: string) => boolean): void
  /** The quotes of all attempts. */
  readonly quotes: () => readonly string[]
  readonly found: () => ReadonlyMap<ProductionFault, readonly string[]>
  readonly counts: () => ReadonlyMap<string, number>
  /** How long after each trouble of the store the last call was refused because of it, in milliseconds. */
  readonly outages: () => readonly (readonly [name: string, ms: number])[]
}

/** Codes of answers that come before a limit has counted, or instead of counting. */
const notCounted = new Set(['RATE_LIMITED', 'STORE_UNREACHABLE', 'OVERLOADED', 'NOT_LOGGED_IN'])

/** Codes of answers that come because the store is away: from an instance, or from the balancer if none is ready. */
const withoutStore = new Set(['STORE_UNREACHABLE', 'NO_INSTANCE'])

/** @param limits by the name of the call that they count; `*` counts every call */
export function createJudge(limits: Readonly<Record<string, Rule>>): Judge {
  const found = new Map<ProductionFault, string[]>()
  const counts = new Map<string, number>()
  const purchases = new Map<string, string[]>()
  const toldPaid = new Set<string>()
  const toldUnpaid = new Set<string>()
  const claimedUnsent = new Set<string>()
  const seen = new Set<string>()
  const proofs = new Map<string, number>()
  const passed = new Map<string, number>()
  const troubles: { readonly name: string; backAt: number; refusedFor: number }[] = []

  const complain = (fault: ProductionFault, why: string): void => {
    found.set(fault, [...(found.get(fault) ?? []), why])
  }
  const add = (map: Map<string, number>, key: string): number => {
    const count = (map.get(key) ?? 0) + 1
    map.set(key, count)
    return count
  }

  const countLimits = ({ person, call, sentAt, answeredAt }: Answered): void => {
    for (const [name, { max, per }] of Object.entries(limits)) {
      if (name !== '*' && name !== call) continue
      const period = Math.floor(sentAt / per)
      // An answer that came in another period may have been counted in either.
      if (Math.floor(answeredAt / per) !== period) continue
      if (add(passed, `${person} ${name} ${period}`) === max + 1)
        complain('a limit exceeded', `${person}: more than ${max} × ${name}`)
    }
  }

  const noteOutage = ({ person, call, sentAt, answeredAt, body }: Answered): void => {
    const last = troubles.at(-1)
    if (last === undefined) return
    const refusedFor = answeredAt - last.backAt
    if (refusedFor > longestOutage && last.refusedFor <= longestOutage)
      complain(
        'an outage that outlives its cause',
        `${last.name}, ${refusedFor} ms: ${person}, ${call}, ${codeOf(body)} in ${answeredAt - sentAt} ms`,
      )
    last.refusedFor = Math.max(last.refusedFor, refusedFor)
  }

  return {
    complain,
    trouble: (name) => void troubles.push({ name, backAt: Number.POSITIVE_INFINITY, refusedFor: 0 }),
    storeBack(at) {
      const last = troubles.at(-1)
      if (last !== undefined) last.backAt = at
    },
    reached(requestId, person, call, status) {
      // A read changes nothing, and neither does a request that the service has refused.
      if (call.startsWith('GET') || status >= 400) return
      seen.add(requestId)
      if (claimedUnsent.has(requestId))
        complain('`forwarded: false` and forwarded', `${call} ${requestId}, after the answer`)
      // A verify is the person's next proof, and an export uses it up.
      if (call === 'POST verify') proofs.set(person, 0)
      if (call === 'POST export' && add(proofs, person) > 1)
        complain('a proof used twice', `${person}, ${requestId}`)
    },
    answered(answer) {
      const { requestId, call, status, body } = answer
      const code = codeOf(body)
      add(counts, status < 400 ? `${call}: done` : `${status} ${code}`)
      if (status >= 400 && code === undefined) complain('a failure without a type', `${call}: ${status}`)
      if (withoutStore.has(code ?? '')) noteOutage(answer)
      if (code === 'UPSTREAM_REFUSED') complain('the secret refused', `${call} ${requestId}`)
      if (status >= 500 && isUnforwarded(body)) {
        if (seen.has(requestId)) complain('`forwarded: false` and forwarded', `${call} ${requestId}`)
        else claimedUnsent.add(requestId)
      }
      seen.delete(requestId)
      if (status < 500 && !notCounted.has(code ?? '')) countLimits(answer)
    },
    attempt: (purchase, quoteId) =>
      void purchases.set(purchase, [...(purchases.get(purchase) ?? []), quoteId]),
    told(purchase, quoteId, outcome) {
      if (outcome === 'paid') toldPaid.add(purchase)
      else toldUnpaid.add(quoteId)
    },
    settle(isPaid) {
      for (const [purchase, quotes] of purchases) {
        const paid = quotes.filter(isPaid)
        if (paid.length > 1) complain('paid twice', `${purchase}: ${quotes.join()}`)
        if (paid.length === 0 && toldPaid.has(purchase)) complain('told "paid" and not paid', purchase)
        for (const quote of paid)
          if (toldUnpaid.has(quote)) complain('told "not paid" and paid', `${purchase}: ${quote}`)
      }
    },
    quotes: () => [...purchases.values()].flat(),
    found: () => found,
    counts: () => counts,
    outages: () =>
      troubles.flatMap(({ name, backAt, refusedFor }) =>
        backAt === Number.POSITIVE_INFINITY ? [] : [[name, refusedFor] as const],
      ),
  }
}

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

const codeOf = (body: unknown): string | undefined => {
  const code = field(body, 'code')
  return typeof code === 'string' ? code : undefined
}

const isUnforwarded = (body: unknown): boolean => field(field(body, 'details'), 'forwarded') === false
