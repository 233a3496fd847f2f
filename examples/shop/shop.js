/** A shop: sells an order, takes the service's webhooks, pays the supplier, and ships. @module */
import { createClient, verifyWebhook } from 'embedded-wallet-auth/client'

/**
 * @param {object} options
 * @param {import('./database.js').Database} options.database
 * @param {Parameters<typeof createClient>[0]} options.service
 * @param {string} options.webhookKey the PEM of the platform's dashboard
 * @param {string} options.shopId the account that customers pay
 * @param {string} options.supplierId the account of whoever sends the goods
 * @param {() => number} [options.now] in a test, the emulator's time
 */
export function createShop({ database, service, webhookKey, shopId, supplierId, now = Date.now }) {
  const client = createClient(service)

  /** Pays 15 of the 20 dollars on, and ships. Every step may be repeated. @param {string} id of the order */
  const settle = async (id) => {
    // The keys are those of the order: whoever repeats the step makes the same payment. Money first, goods last.
    const { id: quoteId } = await client.createQuote(
      {
        source: { sourceType: 'ACCOUNT', accountId: shopId },
        destination: { destinationType: 'ACCOUNT', accountId: supplierId },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 15_00,
      },
      { idempotencyKey: `supplier-quote-${id}` },
    )
    await client.executeQuote({ quoteId }, { idempotencyKey: `supplier-payment-${id}` })
    await database.shipOnce(id)
  }

  return {
    /** Returns the quote that pays an order, the same one each time. @param {string} id @param {string} accountId */
    async sell(id, accountId) {
      const quote = await client.createQuote(
        {
          source: { sourceType: 'ACCOUNT', accountId },
          destination: { destinationType: 'ACCOUNT', accountId: shopId },
          lockedCurrencySide: 'RECEIVING',
          lockedCurrencyAmount: 20_00,
        },
        { idempotencyKey: `order-${id}` },
      )
      await database.offer(id, quote.id)
      return quote
    },

    /** Answers a webhook. What an event says may be old, so what is true now is read. @param {Request} request */
    async receive(request) {
      const event = await verifyWebhook(request, webhookKey, { now })
      const quoteId = event.type === 'OUTGOING_PAYMENT.COMPLETED' ? event.data.quoteId : undefined
      const id = quoteId && (await database.orderOf(quoteId))
      if (id && !(await database.isShipped(id))) await settle(id)
      return new Response(null, { status: 200 })
    },
  }
}
