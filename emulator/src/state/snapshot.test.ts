import { describe, expect, it } from 'vitest'
import { createEmulator } from '../create-emulator.js'
import { send, signedSend, signInByMail } from '../fixtures/client.js'
import { isSigned, testEndpoint } from '../fixtures/endpoint.js'
import { eurInfo, moneyScene } from '../fixtures/money.js'
import { type Emulator, type EmulatorOptions, steppedClock } from '../index.js'

/** Creates an emulator from the snapshot of another one, split into lines as if read from a file. */
const restarted = (emulator: Emulator, options: EmulatorOptions = {}): Emulator =>
  createEmulator({
    clock: steppedClock(emulator.clock.now()),
    ...options,
    snapshot: [...emulator.snapshot()].join('\n').split('\n'),
  })

const minutes = 60_000

describe('snapshot', () => {
  it('a snapshot is the same after a restart, and again after the next', async () => {
    const { emulator, quote, execute, external } = await moneyScene()
    await emulator.provision({ email: 'ada@example.com', balance: 5 })
    const { id } = await external(eurInfo('003'))
    await execute((await quote({ destination: { destinationType: 'ACCOUNT', accountId: id } })).body)
    const lines = (one: Emulator) => [...one.snapshot()].slice(1).sort()
    const second = restarted(emulator)
    expect(lines(second)).toEqual(lines(emulator))
    expect(second.apiToken).toEqual(emulator.apiToken)
    expect(second.exportSigner).toBe(emulator.exportSigner)
    expect(second.webhookPublicKey).toBe(emulator.webhookPublicKey)
    expect(second.issuer.jwks).toEqual(emulator.issuer.jwks)
    expect(second.ledger.balances()).toEqual(emulator.ledger.balances())
    expect(second.ledger.balanced()).toBe(true)
  })

  it('a snapshot contains a payment that completes after six minutes: it completes once', async () => {
    const { emulator, quote, execute, external, held } = await moneyScene()
    const { id } = await external(eurInfo('003'))
    const { body: created } = await quote({ destination: { destinationType: 'ACCOUNT', accountId: id } })
    await execute(created)
    await emulator.clock.advance(3 * minutes)
    const webhooks = testEndpoint()
    const second = restarted(emulator, { webhooks })
    const status = async () =>
      (await send<{ status: string }>(second, `GET /transactions/${created.transactionId}`)).body.status
    expect(await status()).toBe('PROCESSING')
    await second.clock.advance(2 * minutes)
    expect(await status()).toBe('PROCESSING')
    await second.clock.advance(2 * minutes)
    // The payment completes by the clock alone, before any call.
    const arrived = BigInt(created.totalReceivingAmount)
    expect(second.ledger.balance('platform:outside', 'EUR')).toBe(arrived)
    expect(await status()).toBe('COMPLETED')
    await restarted(second).clock.advance(60 * minutes)
    await second.clock.advance(60 * minutes)
    expect(second.ledger.balance('platform:outside', 'EUR')).toBe(arrived)
    expect(webhooks.types().filter((type) => type === 'OUTGOING_PAYMENT.COMPLETED')).toHaveLength(1)
    expect(held()).toBe(900_00n)
  })

  it('a snapshot runs at once the jobs that became due while nothing ran', async () => {
    const { emulator, quote } = await moneyScene()
    const { body: created } = await quote()
    const second = restarted(emulator, { clock: steppedClock(emulator.clock.now() + 6 * minutes) })
    await second.clock.advance(0)
    expect((await send(second, `GET /quotes/${created.id}`)).body).toMatchObject({ status: 'EXPIRED' })
  })

  it('a snapshot contains the mails and the sessions', async () => {
    const emulator = createEmulator({ clock: steppedClock() })
    const { account } = await emulator.provision({ email: 'ada@example.com' })
    const by = await signInByMail(emulator, account)
    const mail = emulator.inbox.latest('ADA@example.com')
    const second = restarted(emulator)
    expect(second.inbox.all()).toEqual(emulator.inbox.all())
    expect(second.inbox.latest('ADA@example.com')).toEqual(mail)
    const privacy = await signedSend(second, by, `PATCH /internal-accounts/${account.id}`, {
      privateEnabled: true,
    })
    expect(privacy).toMatchObject({ status: 200, body: { privateEnabled: true } })
  })

  it('a snapshot repeats an attempt to deliver that was in progress', async () => {
    const silent = testEndpoint('silence')
    const emulator = createEmulator({ clock: steppedClock(), webhooks: silent })
    const { account } = await emulator.provision({ accountType: 'INTERNAL_FIAT' })
    await send(emulator, `POST /sandbox/internal-accounts/${account.id}/fund`, { body: { amount: 5 } })
    await emulator.clock.advance(0)
    expect(silent.types()).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED'])
    const heard = testEndpoint()
    const second = restarted(emulator, { webhooks: heard })
    await second.clock.advance(0)
    expect(heard.arrived.map(({ event }) => event.id)).toEqual(silent.arrived.map(({ event }) => event.id))
    expect(heard.arrived.every((one) => isSigned(one, emulator.webhookPublicKey))).toBe(true)
    expect(second.webhooks.deliveries().map(({ outcome }) => outcome)).toEqual(['delivered'])
  })

  it('a snapshot contains how far the clock is ahead of real time', async () => {
    const emulator = createEmulator()
    await emulator.clock.advance(60 * minutes)
    const second = createEmulator({ snapshot: [...emulator.snapshot()] })
    expect(second.clock.now() - Date.now()).toBeGreaterThan(59 * minutes)
    expect(second.clock.now() - Date.now()).toBeLessThan(61 * minutes)
  })
})

describe('malformed snapshots', () => {
  const lines = [...createEmulator().snapshot()]
  const [heading = '', ...records] = lines
  const changed = (change: object): string => JSON.stringify({ ...JSON.parse(heading), ...change })

  it.each<[string, readonly string[], RegExp]>([
    ['nothing', [], /empty/],
    ['another text', ['{"hello":1}'], /not a snapshot of an emulator/],
    ['a text that is not JSON', ['hello'], /not JSON/],
    ['a later form', [changed({ version: 2 }), ...records], /has version 2/],
    ['a heading without its keys', [changed({ keys: {} }), ...records], /heading/],
    ['a heading with a key of another length', [changed({ keys: keysWith('AA') }), ...records], /key/],
    ['one that was cut off', lines.slice(0, -1), /lines are missing/],
    ['one with a line missing', [heading, ...records.slice(1)], /lines are missing/],
    ['one with a line broken', [heading, '{"a', ...records], /not JSON/],
    ['one with a record of a kind that is unknown', [heading, '["ghosts","a",{}]', ...records], /ghosts/],
    ['one that goes on', [...lines, '["lastOrder",1]'], /continues/],
  ])('%s is refused', (_, text, message) => {
    expect(() => createEmulator({ snapshot: text })).toThrow(message)
  })

  function keysWith(x: string): object {
    const { keys } = JSON.parse(heading)
    return { ...keys, issuer: { ...keys.issuer, x } }
  }
})
