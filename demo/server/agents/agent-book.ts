/** What the platform stores about agents because no call of the service returns it. @module */
import type { AgentPayment, ConnectCode } from '../../agents-contract.js'

/** What the platform knows about agents: their names, codes and decisions. */
export interface AgentBook {
  /** The names of agents, by id. Payments outlive the agents that made them. */
  readonly names: Map<string, string>
  /** The codes that connect agents, by agent id, until they are redeemed. The service returns a code only once. */
  readonly codes: Map<string, ConnectCode>
  /** The ids of the transactions that waited for the user's approval. */
  readonly asked: Set<string>
  /** Returns a customer's payments that ended before money moved, newest first. */
  endedOf(customerId: string): readonly AgentPayment[]
  noteEnded(customerId: string, payment: AgentPayment): void
  saved(): SavedBook
  clear(): void
}

/** The content of a book, as plain data that can be cloned. */
export interface SavedBook {
  readonly names: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, ConnectCode>
  readonly asked: ReadonlySet<string>
  readonly ended: ReadonlyMap<string, readonly AgentPayment[]>
}

/** How many ended payments are kept for each customer. */
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
