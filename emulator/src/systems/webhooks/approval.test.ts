import type { Transaction } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { randomKeyPair } from '../../crypto/key-pair.js'
import { webhookSigner } from '../../crypto/webhook-signer.js'
import { isSigned, type TestEndpoint, testEndpoint } from '../../fixtures/endpoint.js'
import { createChannel, type WebhookOptions } from '../../handler/webhook-channel.js'
import { emptyState } from '../../state/empty-state.js'
import { steppedClock } from '../../time/clock.js'
import { type ApprovalOutcome, approvalPatience, askForApproval } from './approval.js'
import type { WebhookContext } from './deliver.js'

const transaction: Transaction = {
  id: 'Transaction:00000000-0000-4000-8000-000000000000',
  type: 'INCOMING',
  status: 'PENDING',
  destination: {},
  customerId: 'Customer:00000000-0000-4000-8000-000000000000',
  platformCustomerId: 'p',
  receivedAmount: { amount: 1, currency: { code: 'USD' } },
}
const fields = [{ name: 'BIRTH_DATE', mandatory: true }]
const signer = webhookSigner(randomKeyPair())

function worldOf(options: WebhookOptions): WebhookContext {
  const clock = steppedClock()
  return { clock, state: emptyState(), webhooks: createChannel(clock, signer, options) }
}

const ask = async (
  ...answers: TestEndpoint['answers']
): Promise<{ outcome: ApprovalOutcome; endpoint: TestEndpoint; context: WebhookContext }> => {
  const endpoint = testEndpoint(...answers)
  const context = worldOf({ fetch: endpoint.fetch })
  return { outcome: await askForApproval(context, transaction, fields), endpoint, context }
}

describe('asking for an approval', () => {
  it('asking for an approval sends the incoming transaction with the requested fields, signed', async () => {
    const { endpoint } = await ask(200)
    const [first] = endpoint.arrived
    expect(first?.event).toMatchObject({
      type: 'INCOMING_PAYMENT.PENDING',
      data: { ...transaction, requestedReceiverCustomerInfoFields: fields },
    })
    expect(first && isSigned(first, signer.publicKeyPem)).toBe(true)
  })

  it('a payment is approved by 200, with information if the platform sends it', async () => {
    expect((await ask(200)).outcome).toEqual({ kind: 'approved', receiverCustomerInfo: {} })
    const receiverCustomerInfo = { BIRTH_DATE: '1815-12-10' }
    expect((await ask({ receiverCustomerInfo })).outcome).toEqual({ kind: 'approved', receiverCustomerInfo })
  })

  it.each<[number, ApprovalOutcome]>([
    [202, { kind: 'later' }],
    [403, { kind: 'rejected' }],
    [422, { kind: 'failed', failureReason: 'MISSING_MANDATORY_PAYEE_DATA' }],
    [500, { kind: 'failed', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }],
    [404, { kind: 'failed', failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR' }],
  ])('an approval by %s is %j', async (status, expected) => {
    expect((await ask(status)).outcome).toEqual(expected)
  })

  it('a payment that asks for approval keeps the reason for its rejection', async () => {
    const fetch = async (): Promise<Response> =>
      Response.json({ code: 'NO', reason: 'Unknown sender' }, { status: 403 })
    expect(await askForApproval(worldOf({ fetch }), transaction, [])).toEqual({
      kind: 'rejected',
      reason: 'Unknown sender',
    })
  })

  it('a payment that asks for approval fails with PAYMENT_APPROVAL_WEBHOOK_ERROR if the endpoint is unreachable', async () => {
    expect((await ask('refuse')).outcome).toEqual({
      kind: 'failed',
      failureReason: 'PAYMENT_APPROVAL_WEBHOOK_ERROR',
    })
  })

  it('a payment that asks for approval fails with PAYMENT_APPROVAL_TIMED_OUT after five seconds without an answer', async () => {
    const endpoint = testEndpoint('silence')
    const context = worldOf({ fetch: endpoint.fetch })
    let outcome: ApprovalOutcome | undefined
    const asked = askForApproval(context, transaction, []).then((result) => {
      outcome = result
    })
    await expect.poll(() => endpoint.arrived.length).toBe(1)
    await context.clock.advance(approvalPatience - 1)
    expect(outcome).toBeUndefined()
    await context.clock.advance(1)
    await asked
    expect(outcome).toEqual({ kind: 'failed', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' })
  })

  it('a payment that asks for approval fails with PAYMENT_APPROVAL_TIMED_OUT if the five seconds end while it is being signed', async () => {
    const context = worldOf({ fetch: testEndpoint('silence').fetch })
    const asked = askForApproval(context, transaction, [])
    await context.clock.advance(approvalPatience)
    expect(await asked).toEqual({ kind: 'failed', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' })
  })

  it.each([500, 'refuse'] as const)(
    'a payment that asks for approval is not sent again after %s',
    async (answer) => {
      const { endpoint, context } = await ask(answer)
      await context.clock.advance(60 * 60_000)
      expect(endpoint.arrived.length).toBe(1)
      expect([...context.state.webhooks.values()]).toMatchObject([{ outcome: 'given-up', attempts: 1 }])
    },
  )

  it('a payment waits for approve or reject if there is no endpoint', async () => {
    expect(await askForApproval(worldOf({}), transaction, [])).toEqual({ kind: 'later' })
  })
})
