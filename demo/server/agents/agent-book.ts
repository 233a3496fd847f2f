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
  clear(): void
}

/** Ended payments that are kept of each customer. */
const limit = 50

/** A book with nothing in it. */
export function createAgentBook(): AgentBook {
  const names = new Map<string, string>()
  const codes = new Map<string, ConnectCode>()
  const asked = new Set<string>()
  const ended = new Map<string, readonly AgentPayment[]>()
  const endedOf = (customerId: string): readonly AgentPayment[] => ended.get(customerId) ?? []
  return {
    names,
    codes,
    asked,
    endedOf,
    noteEnded(customerId, payment) {
      ended.set(customerId, [payment, ...endedOf(customerId)].slice(0, limit))
    },
    clear() {
      for (const part of [names, codes, asked, ended]) part.clear()
    },
  }
}
