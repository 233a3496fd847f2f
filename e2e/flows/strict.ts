/** Tests of the whole life of each credential type, in any browser. @module */
import { expect } from '@playwright/test'
import type { ServedStack, StackOptions } from '../served-stack.js'
import { type CredentialRow, signInOtherwise, signInWith } from '../support/credential-rows.js'
import { balanceOf, quoteFor } from '../support/quotes.js'
import { sessionIdOf } from '../support/session-id.js'
import { closed, storedKeys } from '../support/stored-keys.js'
import type { FlowTest } from './flow-test.js'

const creations = (stack: ServedStack): readonly (number | undefined)[] =>
  stack.emulator
    .requests()
    .filter(({ method, path }) => method === 'POST' && path === '/auth/credentials')
    .map(({ status }) => status)

const challenges = (stack: ServedStack): number =>
  stack.emulator.requests().filter(({ path }) => path.endsWith('/challenge')).length

/** Defines the tests for some credential types, with one way in which the keys of sessions arrive, at one deployment. */
export function strictFlows(
  test: FlowTest,
  rows: readonly CredentialRow[],
  at: Pick<StackOptions, 'keyDelivery' | 'profile'>,
): void {
  for (const row of rows) {
    test.describe(`${row.type} as the first credential`, () => {
      test.use({ stackOptions: { ...at, credential: false } })

      test(`${row.type} as the first credential is created at once, and signs in`, async ({
        wallet,
        stack,
      }) => {
        const created = await row.create(wallet, stack)
        expect(created).toMatchObject({ type: row.type, accountId: stack.accountId })
        expect(creations(stack)).toEqual([201])
        expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'new' })
        await row.signIn(wallet, stack)
        expect(await wallet.state()).toMatchObject({
          session: { status: 'active', type: row.type, credential: created.id, nickname: created.nickname },
          flow: { status: 'idle' },
          storage: 'indexeddb',
        })
      })
    })

    test.describe(`${row.type} as another credential`, () => {
      test.use({ stackOptions: { ...at, ...row.additionalTo } })

      test(`${row.type} as another credential is created by a signed retry of identical bytes`, async ({
        wallet,
        stack,
      }) => {
        await signInOtherwise(wallet, stack, row)
        const before = await wallet.state()
        const created = await row.create(wallet, stack)
        expect(created.type).toBe(row.type)
        expect(creations(stack).slice(-2)).toEqual([202, 201])
        for (const [at, stamp, requestId] of [
          ['page', 'wallet-signature', 'wallet-request-id'],
          ['service', 'service-wallet-signature', 'request-id'],
        ] as const) {
          const [first, second] = stack
            .arrivals(at)
            .filter(({ method, path }) => method === 'POST' && path === '/auth/credentials')
            .slice(-2)
          expect(second?.body).toBe(first?.body)
          expect(first?.headers[stamp]).toBeUndefined()
          expect(second?.headers[stamp]).toMatch(/^[\w-]+$/)
          expect(second?.headers[requestId]).toMatch(/^Request:/)
        }
        expect(await wallet.state()).toEqual(before)
        expect((await wallet.listCredentials()).map(({ type }) => type)).toContain(row.type)
      })

      test(`${row.type} is revoked by a session of another credential, never by its own`, async ({
        wallet,
        stack,
      }) => {
        await signInOtherwise(wallet, stack, row)
        const first = await sessionIdOf(wallet)
        const created = await row.create(wallet, stack)
        await row.signIn(wallet, stack)
        const second = await sessionIdOf(wallet)
        await expect(wallet.revokeCredential(created.id)).rejects.toMatchObject({ status: 401 })
        expect((await wallet.state()).session.status).toBe('active')
        const [other] = (await wallet.listCredentials()).filter(({ id }) => id !== created.id)
        expect(other).toBeDefined()
        if (other?.type === 'OAUTH') await wallet.signInWithOauth()
        else {
          await wallet.askForCode()
          await wallet.enterCode(stack.otp())
        }
        await wallet.revokeCredential(created.id)
        expect((await wallet.listCredentials()).map(({ id }) => id)).toEqual([other?.id])
        // The first session was replaced in this browser, so the list leaves it out.
        const left = (await wallet.listSessions()).map(({ id }) => id)
        expect(left).toEqual([await sessionIdOf(wallet)])
        expect([first, second]).not.toContain(left[0])
      })
    })

    test.describe(`${row.type}, signed in`, () => {
      test.use({ stackOptions: at })

      test(`${row.type} signs in again while a session is active, which stays until the new one is stored`, async ({
        wallet,
        stack,
      }) => {
        await signInWith(wallet, stack, row)
        const old = await sessionIdOf(wallet)
        const seen = (await wallet.states()).length
        const before = challenges(stack)
        await row.signIn(wallet, stack)
        const next = await sessionIdOf(wallet)
        expect(next).not.toBe(old)
        expect(challenges(stack) - before).toBe(row.challenges)
        const shown = (await wallet.states()).slice(seen).map((text) => JSON.parse(text).session)
        expect(shown.map(({ status }) => status)).not.toContain('none')
        expect(new Set(shown.map(({ id }) => id))).toEqual(new Set([old, next]))
      })

      test(`a session from ${row.type} lists, refreshes and revokes sessions, and is gone from the service’s list after signing out`, async ({
        wallet,
        stack,
      }) => {
        await signInWith(wallet, stack, row)
        const first = await sessionIdOf(wallet)
        const refreshed = await wallet.refresh()
        expect(refreshed.id).not.toBe(first)
        expect(refreshed).toMatchObject({ type: row.type, accountId: stack.accountId })
        const listed = await wallet.listSessions()
        expect(listed.map(({ id }) => id)).toEqual([refreshed.id])
        expect(JSON.stringify(listed)).not.toContain('encryptedSessionSigningKey')
        await wallet.revokeSession(first)
        expect(await sessionIdOf(wallet)).toBe(refreshed.id)
        await wallet.signOut()
        expect((await wallet.state()).session).toEqual({ status: 'none', reason: 'signed-out' })
        expect(await wallet.listSessions()).toEqual([])
        await expect(wallet.stamp('payload')).rejects.toThrow()
      })

      test(`a session from ${row.type} exports the recovery phrase, changes privacy, executes a quote, and has a key that no script can export`, async ({
        wallet,
        stack,
      }) => {
        await signInWith(wallet, stack, row)
        expect(await storedKeys(wallet.page, stack.accountId)).toEqual([closed('session')])
        const { phrase, wiped } = await wallet.exportPhrase()
        expect(phrase).toMatch(/^([a-z]+ ){11}[a-z]+$/)
        expect(wiped).toBe(true)
        expect(await wallet.setPrivacy(true)).toMatchObject({ id: stack.accountId, privateEnabled: true })
        expect(await wallet.setPrivacy(false)).toMatchObject({ privateEnabled: false })
        const { quote, receiver } = await quoteFor(stack)
        expect(['PROCESSING', 'COMPLETED']).toContain((await wallet.executeQuote(quote)).status)
        await wallet.executeQuote(quote)
        await stack.emulator.clock.advance(60_000)
        expect(await balanceOf(stack, stack.accountId)).toBe(100_000_000 - quote.totalSendingAmount)
        expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
        expect(stack.emulator.ledger.balanced()).toBe(true)
      })
    })
  }

  if (!rows.some(({ type }) => type === 'EMAIL_OTP')) return
  test.describe('a new EMAIL_OTP', () => {
    test.use({ stackOptions: { ...at, credential: false } })

    test('a new EMAIL_OTP that signs in sends one code and no challenge', async ({ wallet, stack }) => {
      await wallet.createEmailOtp(stack.email)
      await wallet.askForCode()
      await wallet.enterCode(stack.otp())
      expect(stack.emulator.inbox.all()).toHaveLength(1)
      expect(challenges(stack)).toBe(0)
      await wallet.askForCode()
      expect(stack.emulator.inbox.all()).toHaveLength(2)
    })
  })
}
