/** The shop's database: it outlasts the process. Yours has tables, and a unique key where this says "once". @module */

/** @typedef {ReturnType<typeof createDatabase>} Database */

export function createDatabase() {
  /** The order of each quote. @type {Map<string, string>} */
  const orders = new Map()
  /** What was sent, with a row for each time. @type {string[]} */
  const shipments = []
  return {
    shipments,
    /** @param {string} id @param {string} quoteId */
    offer: async (id, quoteId) => void orders.set(quoteId, id),
    /** @param {string} quoteId */
    orderOf: async (quoteId) => orders.get(quoteId),
    /** @param {string} id */
    isShipped: async (id) => shipments.includes(id),
    /** Inserts the shipment, unless the order has one. @param {string} id */
    shipOnce: async (id) => {
      if (!shipments.includes(id)) shipments.push(id)
    },
  }
}
