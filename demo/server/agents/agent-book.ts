/** What the platform itself remembers of agents, because the service has no call that would tell it again. @module */
import type { AgentPayment, ConnectCode } from '../../agents-contract.js'

/** Names, codes and decisions. */
export interface AgentBook {
  /** Names by agent: payments outlive the agents that made them. */
  readonly names: Map<string, string>
  /** Codes by agent, until they are redeemed: the service shows a code only when it makes it. */
  readonly codes: Map<string, ConnectCode>
  /** Transactions of payments that have waited for the person's word. */
  readonly asked: Set<string>
  /** Payments of a customer that ended before money moved, the newest first. */
  endedOf(customerId: string): readonly AgentPayment[]
  noteEnded(customerId: string, payment: AgentPayment): void
  saved(): SavedBook
  clear(): void
}

/** What a book holds, as a value that can be cloned. */
export interface SavedBook {
  readonly names: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, ConnectCode>
  readonly asked: ReadonlySet<string>
  readonly ended: ReadonlyMap<string, readonly AgentPayment[]>
}

/** Ended payments that are kept of each customer. */
const limit = 50

/** A book with nothing in it, or with what was saved. */
export function createAgentBook(saved?: SavedBook): AgentBook {
  const names = new Map(saved?.names)
  const codes = new Map(saved?.codes)
  const asked = new Set(saved?.asked)
  const ended = new Map(saved?.ended)
  const endedOf = (customerId: string): readonly AgentPayment[] => ended.get(customerId) ?? []
  return {
    names,
    codes,
    asked,
    endedOf,
    noteEnded(customerId, payment) {
      ended.set(customerId, [payment, ...endedOf(customerId)].slice(0, limit))
    },
    saved: () => ({ names, codes, asked, ended }),
    clear() {
      for (const part of [names, codes, asked, ended]) part.clear()
    },
  }
}
