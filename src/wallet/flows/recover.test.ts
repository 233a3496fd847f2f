import { afterEach, describe, expect, it, vi } from 'vitest'
import { methodOf } from '../credentials/methods.js'
import { oidcNonce } from '../crypto/client-key.js'
import { openedKey, opening } from '../fixtures/opening.js'
import { at, now, recordParts } from '../fixtures/records.js'
import type { AccountRecord } from '../record/record.js'
import { recover, signInOf } from './recover.js'

const { awaiting, session } = await recordParts()

/** A browser that knows which pages are open. */
const browserWith = (...pages: readonly string[]): void => {
  const held = pages.map((page) => ({ name: `embedded-wallet-auth:page:${page}` }))
  vi.stubGlobal('document', {})
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held, pending: [] }) } })
}

afterEach(() => vi.unstubAllGlobals())

/** What is found in a record with these parts, and what is in the record after that. */
async function found(...args: Parameters<typeof opening>) {
  const one = await opening(...args)
  const record = await one.context.journal.read()
  return { ...one, found: await recover(one.context, record), after: await one.stored() }
}

describe('an attempt that an earlier page left in the record', () => {
  it('recover finds nothing in a record without an attempt', async () => {
    expect((await found(() => ({ session }))).found).toEqual([])
  })

  it('an attempt is left alone while this page runs it, even past its deadline', async () => {
    for (const deadline of [now - 1, now + 1]) {
      const { found: what, after } = await found(({ sent }) => ({ pending: { ...sent, deadline } }), {
        isRunning: ({ attemptId }) => attemptId === 'one',
      })
      expect(what).toEqual([{ found: 'nothing' }])
      expect(after.pending?.attemptId).toBe('one')
    }
  })

  it('an attempt awaits its proof until its deadline, and is then removed from the record', async () => {
    const open = await found(() => ({ pending: { ...awaiting, deadline: now + 1 } }), {
      isRunning: () => true,
    })
    expect(open.found).toEqual([{ found: 'awaiting', pending: { ...awaiting, deadline: now + 1 } }])
    const over = await found(() => ({ session, pending: { ...awaiting, deadline: now } }))
    expect(over.found).toEqual([{ found: 'nothing' }])
    expect(over.after).not.toHaveProperty('pending')
    expect(over.after).toHaveProperty('session')
  })

  it('an attempt is over if its deadline is more than an hour ahead, because no attempt waits so long', async () => {
    const hour = 3_600_000
    const near = await found(() => ({ pending: { ...awaiting, deadline: now + hour } }))
    expect(near.found).toMatchObject([{ found: 'awaiting' }])
    const far = await found(() => ({ pending: { ...awaiting, deadline: now + hour + 1 } }))
    expect(far.found).toEqual([{ found: 'nothing' }])
    expect(far.after).not.toHaveProperty('pending')
  })

  it.each<[string, readonly string[] | undefined, string?]>([
    ['of a page that is open', ['page']],
    ['of this page', [], 'this page'],
    ['of a page of which the browser knows nothing', undefined],
  ])(
    'an attempt is left alone %s until its deadline, and then interrupted',
    async (_, pages, pageId = 'page') => {
      if (pages) browserWith(...pages)
      const early = await found(({ sent }) => ({ pending: { ...sent, pageId, deadline: now + 1 } }))
      expect(early.found).toEqual([{ found: 'nothing', until: now + 1 }])
      expect(early.after).toHaveProperty('pending')
      const late = await found(({ sent }) => ({ pending: { ...sent, pageId, deadline: now } }))
      expect(late.found).toEqual([{ found: 'interrupted' }])
      expect(late.after).not.toHaveProperty('pending')
    },
  )

  it('a sign-in whose page was closed before the answer came is reported as interrupted at the next load', async () => {
    browserWith('another')
    const { found: what, after } = await found(({ sent }) => ({ pending: sent }))
    expect(what).toEqual([{ found: 'interrupted' }])
    expect(after).not.toHaveProperty('pending')
  })

  it('a delivered key is opened if the page of its attempt has been closed', async () => {
    browserWith('another')
    const { found: what, after } = await found(({ delivered }) => ({ pending: delivered }))
    expect(what).toMatchObject([{ found: 'session', session: { id: 'Session:2', publicKey: openedKey } }])
    expect(after).not.toHaveProperty('pending')
    expect(after.session).toMatchObject({ id: 'Session:2', expiresAt: at(900) })
  })

  it('an attempt is interrupted if its delivered key has expired or does not open', async () => {
    browserWith('another')
    for (const damage of [{ expiresAt: at(0) }, { encryptedSessionSigningKey: 'damaged' }]) {
      const { found: what, after } = await found(({ delivered, answer }) => ({
        pending: { ...delivered, answer: { ...answer, ...damage } },
      }))
      expect(what).toEqual([{ found: 'interrupted' }])
      expect(after).not.toHaveProperty('pending')
    }
  })

  it('an attempt whose answer came after the record was read is checked again, and ignored if it has ended', async () => {
    browserWith('another')
    const arrived = await opening(({ delivered }) => ({ pending: delivered }))
    const before: AccountRecord = { version: 1, revision: 0, pending: arrived.sent }
    expect(await recover(arrived.context, before)).toMatchObject([{ found: 'session' }])
    const ended = await opening(() => ({ session }))
    expect(await recover(ended.context, before)).toEqual([{ found: 'nothing' }])
  })

  it('a refresh, which has its own slot, is recovered before a sign-in', async () => {
    browserWith('another')
    const { found: what, after } = await found(({ sent }) => ({
      session,
      pending: awaiting,
      refresh: { ...sent, attemptId: 'refresh', replaces: session.id, authenticatedAt: at(0) },
    }))
    expect(what).toEqual([{ found: 'interrupted' }, { found: 'awaiting', pending: awaiting }])
    expect(Object.keys(after).sort()).toEqual(['pending', 'revision', 'session', 'version'])
  })
})

describe('the sign-in of an attempt in the record', () => {
  const passkey = { timeout: 20_000 }
  const common = { attemptId: 'one', credential: 'AuthMethod:1', challenge: undefined, keyDelivery: 'sealed' }

  it('a restored sign-in with a code has no client key, and knows when the code was sent', async () => {
    const { sent } = await opening(() => ({}))
    const deadline = now + 900_000
    expect(await signInOf({ passkey }, { ...sent, deadline, resendAt: at(30) })).toStrictEqual({
      ...{ ...common, method: methodOf('EMAIL_OTP'), clientKey: undefined, nonce: '' },
      ...{ codeSentAt: now, resendAt: now + 30_000, usableUntil: deadline },
    })
  })

  it('a restored sign-in with an ID token has the client key whose nonce the token must name', async () => {
    const { sent } = await opening(() => ({}))
    const deadline = now + 300_000
    const signIn = await signInOf({ passkey }, { ...sent, type: 'OAUTH', deadline })
    expect(signIn).toStrictEqual({
      ...{ ...common, method: methodOf('OAUTH'), clientKey: sent.clientKey },
      nonce: await oidcNonce(sent.clientKey?.publicKey ?? ''),
      ...{ codeSentAt: now, resendAt: now, usableUntil: deadline },
    })
  })
})
