/**
 * Runs calls, payments and limits of many instances on the stores that count, with real servers. Where a server is not
 * installed and cannot be installed, its tests are skipped.
 * @module
 */
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { clientKey } from '../../emulator/src/fixtures/client.js'
import { bank, day, type Means } from '../../src/backend/fixtures/bank.js'
import {
  askedIn,
  payingStage,
  payingStageAt,
  phoneNumber,
  proofHeader,
  said,
  sendOf,
} from '../../src/backend/fixtures/paying.js'
import { origin, platform, signIn } from '../../src/backend/fixtures/platform.js'
import type { BackendStore } from '../../src/backend/index.js'
import { type SharedServer, sharedServers } from './stores.js'

const loginSession = (request: Request): string => `login of ${request.headers.get('Cookie')}`

for (const [name, start] of Object.entries(sharedServers)) {
  const server = await start()
  describe.skipIf(server === undefined)(`a store with ${name}`, () => {
    afterAll(() => server?.close())
    stores(server as SharedServer)
  })
}

function stores(server: SharedServer): void {
  const many = async (count: number, delay: number): Promise<readonly BackendStore[]> => {
    const { make, end } = server.instances(delay)
    onTestFinished(end)
    return Promise.all(Array.from({ length: count }, make))
  }

  it('32 instances 3 ms away answer a call each that one person makes at once', async () => {
    const all = await many(32, 3)
    const { ada, adaId } = await platform(...all.map((store) => ({ store, loginSession })))
    const before = await server.received()
    const answers = await Promise.all(all.map(() => ada(`GET /auth/credentials?accountId=${adaId}`)))
    expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200))
    expect((await server.received()) - before).toBe(32)
  })

  it('a person whose 320 calls land on 32 instances makes exactly the 300 of the limit', async () => {
    const limits = { calls: { max: 300, per: 3600 } }
    const all = await many(32, 3)
    const { ada, adaId } = await platform(...all.map((store) => ({ store, loginSession, limits })))
    const list = `GET /auth/credentials?accountId=${adaId}`
    const answers = await Promise.all(Array.from({ length: 320 }, () => ada(list)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('a code that is asked for and verified is five commands, and any other call one', async () => {
    const [store] = await many(1, 0)
    const { ada, adaId, emulator } = await platform({ ...(store && { store }), loginSession, stepUp: {} })
    const begun = await server.received()
    await ada(`GET /auth/sessions?accountId=${adaId}`)
    expect((await server.received()) - begun).toBe(1)
    // The list of credentials, with which `signIn` begins, is one of the six.
    await signIn(emulator, ada, adaId, 'ada@example.com')
    expect((await server.received()) - begun - 1).toBe(6)
  })

  it('a payment is proven at one instance and made at another, and its proof pays once among all of them', async () => {
    const all = await many(8, 3)
    const stage = await payingStage(...all.map((store) => ({ store })))
    const session = await stage.signIn()
    const passkey = await stage.register(session)
    const quote = await stage.quote()
    const headers = sendOf(session, quote)
    // Each request goes to the next instance.
    const { nonce, options } = askedIn(await stage.execute(quote, headers))
    const proof = proofHeader(nonce, await passkey.get(options.challenge, { origin }))
    const rush = await Promise.all(
      all.map((_, index) => stage.execute(quote, { ...sendOf(session, quote, `key-${index}`), ...proof })),
    )
    expect(rush.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(stage.received()).toBe(1)
  })

  it('a passkey that a code has added at one of eight instances, or removed there, waits for a day at all of them', async () => {
    const payments = { above: { amount: 0, currency: 'USDB' }, withoutPasskey: 'sign-in' } as const
    const all = await many(8, 3)
    const stage = await payingStage(...all.map((store) => ({ store, stepUp: { payments } })))
    const { emulator, page, adaId } = stage
    const pass = async (): Promise<void> => {
      stage.time.now += day
      await emulator.clock.advance(day)
    }
    let session = await stage.signIn()
    const passkey = await stage.register(session)
    const paid = async (): Promise<unknown> => {
      const quote = await stage.quote()
      const headers = sendOf(session, quote)
      const asked = await stage.execute(quote, headers)
      if (asked.body.code !== 'PAYMENT_PROOF_REQUIRED') return said(asked)
      const { nonce, options } = askedIn(asked)
      const proof = proofHeader(nonce, await passkey.get(options.challenge, { origin }))
      return said(await stage.execute(quote, { ...headers, ...proof }))
    }
    const paidAtEach = async (): Promise<readonly unknown[]> => {
      const answers: unknown[] = []
      // One after the other, since the counter of a passkey must not go back.
      for (const _ of all) answers.push(await paid())
      return answers
    }
    const refusedByEach = all.map(() => notYet)
    expect(await paidAtEach()).toEqual(refusedByEach)
    await pass()
    session = await stage.signIn()
    expect(await paidAtEach()).toEqual(all.map(() => 200))

    const { data } = (await page(`GET /auth/credentials?accountId=${adaId}`)).body
    const removal = `DELETE /auth/credentials/${data.at(-1)?.id}`
    const { payloadToSign, requestId } = (await page(removal)).body
    const signed = { 'Wallet-Signature': session.stamp(payloadToSign), 'Wallet-Request-Id': requestId }
    expect((await page(removal, undefined, signed)).status).toBe(204)
    session = await stage.signIn()
    expect(await paidAtEach()).toEqual(refusedByEach)
  })

  const pays = 200
  const notYet = [403, 'PAYMENT_NOT_YET']
  const refused = [403, 'PAYMENT_PROOF_REFUSED', 'passkey']
  it.each<[have: number, act: 'added' | 'removed', by: Means, atOnce: unknown]>([
    [0, 'added', 'code', notYet],
    [0, 'added', 'ID token', notYet],
    [1, 'added', 'text', refused],
    [1, 'added', 'passkey', pays],
    [1, 'removed', 'code', notYet],
    [1, 'removed', 'passkey', pays],
    [2, 'removed', 'code', pays],
  ])(
    'of %i passkeys at eight instances, one is %s after a sign-in by %s: a payment is answered %j at once, and made a day later',
    async (have, act, by, atOnce) => {
      const stage = await bank(have, { withoutPasskey: 'sign-in' }, ...(await many(8, 3)))
      await stage.prove(by)
      const last = stage.old.at(-1)
      const changed = act === 'added' || last === undefined ? await stage.add() : await stage.remove(last)
      const paying = typeof changed === 'object' ? (changed as typeof last) : stage.old.slice(0, -1)[0]
      expect(await stage.payWith(paying)).toEqual(atOnce)
      await stage.pass(day)
      expect(await stage.payWith(paying)).toBe(pays)
    },
  )

  it('of 24 text messages that an account asks eight instances for at once, four are sent, as the one that added its number was of the five', async () => {
    const all = await many(8, 3)
    const limits = { mails: false } as const
    const stage = await payingStageAt({ codesPerMinute: 100 }, ...all.map((store) => ({ store, limits })))
    const { emulator, page, adaId } = stage
    const { stamp } = await stage.signIn()
    const body = { type: 'SMS_OTP', accountId: adaId }
    const { payloadToSign, requestId } = (await page('POST /auth/credentials', body)).body
    const signed = { 'Wallet-Signature': stamp(payloadToSign), 'Wallet-Request-Id': requestId }
    const { id } = (await page('POST /auth/credentials', body, signed)).body
    const rush = await Promise.all(
      Array.from({ length: 24 }, () => page(`POST /auth/credentials/${id}/challenge`)),
    )
    expect(rush.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(rush.filter(({ status }) => status === 429)).toHaveLength(20)
    // The other one is that of the registration.
    expect(emulator.inbox.all().filter(({ to }) => to === phoneNumber)).toHaveLength(5)
  })

  it('an export at any of 32 instances is paid for by one sign-in, once', async () => {
    const all = await many(32, 3)
    const { ada, adaId, emulator } = await platform(
      ...all.map((store) => ({ store, loginSession, stepUp: {} })),
    )
    await signIn(emulator, ada, adaId, 'ada@example.com')
    const path = `POST /internal-accounts/${adaId}/export`
    const rush = await Promise.all(all.map(() => ada(path, { clientPublicKey: clientKey().publicKey })))
    expect(rush.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(rush.filter(({ status }) => status === 403)).toHaveLength(31)
  })
}
