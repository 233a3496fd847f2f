/** What the platform stores about agents, because the service has no call that returns it. @module */
import type { AgentPayment, ConnectCode } from '../../agents-contract.js'

/** Names, codes and decisions. */
export interface AgentBook {
  /** The names of agents, by id. Payments outlive the agents that made them. */
  readonly names: Map<string, string>
  /** The codes by agent, until they are redeemed. The service returns a code only when the code is created. */
  readonly codes: Map<string, ConnectCode>
  /** The transactions of payments that waited for the user's approval. */
  readonly asked: Set<string>
  /** Returns the payments of a customer that ended before money moved, the newest first. */
  endedOf(customerId: string): readonly AgentPayment[]
  noteEnded(customerId: string, payment: AgentPayment): void
  saved(): SavedBook
  clear(): void
}

/** The content of a book, as a value that can be cloned. */
export interface SavedBook {
  readonly names: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, ConnectCode>
  readonly asked: ReadonlySet<string>
  readonly ended: ReadonlyMap<string, readonly AgentPayment[]>
}

/** The number of ended payments that are kept for each customer. */
const limit = 50

/** Makes an empty book, or a book with saved content. */
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
