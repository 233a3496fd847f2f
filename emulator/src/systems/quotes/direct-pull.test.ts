import type { Quote } from 'embedded-wallet-auth/wire'
import { describe, expect, it } from 'vitest'
import { send } from '../../fixtures/client.js'
import { type MoneyScene, moneyScene, usdInfo } from '../../fixtures/money.js'

const account = (accountId: string): object => ({ sourceType: 'ACCOUNT', accountId })
const to = (accountId: string): object => ({ destinationType: 'ACCOUNT', accountId })

/** Creates a quote of 100.00 USD from an external account with a suffix to the euros of another customer. */
async function pulled(suffix: string, body: object = {}): Promise<MoneyScene & { readonly made: Quote }> {
  const scene = await moneyScene()
  const source = account((await scene.external(usdInfo(suffix))).id)
  const answer = await scene.quote({ source, ...body })
  expect(answer.status).toBe(201)
  return { ...scene, made: answer.body }
}

describe('a quote whose source is an external account', () => {
  it('pulls the money when it is executed, and delivers it', async () => {
    const { made, execute, emulator, euros, transaction, dollars } = await pulled('000')
    expect(made).toMatchObject({ status: 'PENDING', source: { customerId: dollars.customerId } })
    expect([made.payloadToSign, made.paymentInstructions]).toEqual([undefined, undefined])
    expect(await execute(made)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await transaction(made.transactionId)).toMatchObject({
      status: 'COMPLETED',
      type: 'OUTGOING',
      source: { accountId: made.source.accountId, currency: 'USD' },
    })
    expect(emulator.ledger.balance(euros.id, 'EUR')).toBe(92_12n)
    expect(emulator.ledger.balance('platform:outside', 'USD')).toBe(-100_00n)
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('is executed at once with immediatelyExecute', async () => {
    const { made, emulator, euros } = await pulled('000', { immediatelyExecute: true })
    expect([made.status, emulator.ledger.balance(euros.id, 'EUR')]).toEqual(['COMPLETED', 92_12n])
  })

  it.each([
    ['002', 'FAILED'],
    ['003', 'FAILED'],
    ['004', 'REJECTED'],
  ])('with suffix %s fails at once: the transaction is %s, and no money moves', async (suffix, status) => {
    const { made, emulator, transaction } = await pulled(suffix, { immediatelyExecute: true })
    expect(made.status).toBe('FAILED')
    const { refund, ...ended } = await transaction(made.transactionId)
    expect(ended).toMatchObject({ status, failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect([refund, emulator.ledger.balance('platform:outside', 'USD')]).toEqual([undefined, 0n])
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('with suffix 005 stays pending for 30 seconds, and then fails', async () => {
    const { made, execute, emulator, at, transaction } = await pulled('005')
    expect((await execute(made)).body.status).toBe('PROCESSING')
    await emulator.clock.advance(29_999)
    expect(await transaction(made.transactionId)).toMatchObject({ status: 'PENDING' })
    await emulator.clock.advance(1)
    expect(await transaction(made.transactionId)).toMatchObject({ status: 'FAILED' })
    expect(await at(`/quotes/${made.id}`)).toMatchObject({ status: 'FAILED' })
    expect(emulator.ledger.balanced()).toBe(true)
  })

  it('returns the money to the external account if its payout fails', async () => {
    const scene = await moneyScene()
    const [from, payee] = [await scene.external(usdInfo('000')), await scene.external(usdInfo('1004'))]
    const { body } = await scene.quote({ source: account(from.id), destination: to(payee.id) })
    await scene.execute(body)
    await scene.emulator.clock.advance(10_000)
    expect(await scene.transaction(body.transactionId)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED' },
    })
    expect(scene.emulator.ledger.balance('platform:outside', 'USD')).toBe(0n)
    expect(scene.emulator.ledger.balanced()).toBe(true)
  })

  it('reaches an embedded wallet without a stamp', async () => {
    const scene = await moneyScene()
    const { account: wallet } = await scene.emulator.provision({ email: 'ada@example.com' })
    const source = account((await scene.external()).id)
    const { body } = await scene.quote({ source, destination: to(wallet.id), immediatelyExecute: true })
    expect(body.status).toBe('COMPLETED')
    expect(scene.emulator.ledger.balance(wallet.id, 'USDB')).toBe(99_500_000n)
  })

  it('is refused for an unknown account, another customer, itself and a deleted account', async () => {
    const { external, quote, execute, euros, emulator } = await moneyScene()
    const { id } = await external()
    const refused = async (source: object, body: object = {}): Promise<unknown> => {
      const { status, body: answer } = await quote({ source, ...body })
      return [status, 'code' in answer ? answer.code : undefined]
    }
    const unknown = 'ExternalAccount:00000000-0000-4000-8000-000000000000'
    expect(await refused(account(unknown))).toEqual([404, 'REFERENCE_NOT_FOUND'])
    expect(await refused({ ...account(id), customerId: euros.customerId })).toEqual([400, 'INVALID_INPUT'])
    expect(await refused(account(id), { destination: to(id) })).toEqual([400, 'SELF_PAYMENT'])
    const { body } = await quote({ source: account(id) })
    await send(emulator, `DELETE /customers/external-accounts/${id}`)
    expect((await execute(body)).status).toBe(404)
  })

  it('needs a customer if the account is the platform’s', async () => {
    const { emulator, quote, dollars, euros } = await moneyScene()
    const { body } = await send<{ id: string }>(emulator, 'POST /platform/external-accounts', {
      body: { currency: 'USD', accountInfo: usdInfo('000') },
    })
    const source = account(body.id)
    const customerId = dollars.customerId
    expect((await quote({ source: { ...source, customerId } })).body).toMatchObject({
      source: { customerId },
    })
    // Without one, the quote belongs to the customer who is paid.
    expect((await quote({ source })).body).toMatchObject({ source: { customerId: euros.customerId } })
  })
})
