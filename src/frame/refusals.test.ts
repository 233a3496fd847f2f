/** What a refused question costs the person, and how they refuse. */
import { describe, expect, test } from 'vitest'
import { createBackend, defaultOperations } from '../backend/index.js'
import type { FramedWallet } from '../frame-host/api.js'
import { baseUrl } from '../wallet/fixtures/ask-as-platform.js'
import { codeOf } from '../wallet/fixtures/open-wallets.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import type { ServedWalletOptions } from './api.js'
import { openQuestion, quoteOf, signedInFrame, walletOf } from './fixtures/framed-stack.js'

/** A wallet whose backend asks for the proof of a recent sign-in. */
function proven(stack: Stack): ServedWalletOptions {
  const backend = createBackend({
    service: { baseUrl, ...stack.emulator.apiToken, fetch: stack.emulator.fetch },
    authorize: async () => [stack.accountId],
    loginSession: () => 'the login session of Ada',
    relyingParty: { id: 'localhost', name: 'Test platform' },
    origins: ['http://localhost'],
    allow: [...defaultOperations, 'exportWallet'],
    limits: false,
    clock: stack.emulator.clock,
  })
  return { ...walletOf(stack), backend }
}

/** What uses up the proof of a recent sign-in. */
const spending: Readonly<Record<string, (wallet: FramedWallet, stack: Stack) => Promise<unknown>>> = {
  'an export': (wallet) => wallet.exportWallet(),
  'the revocation of a credential': async (wallet) => {
    const [own] = await wallet.credentials.list()
    return wallet.credentials.revoke(own?.id ?? '')
  },
  'the creation of a credential': (wallet, { emulator, email }) =>
    wallet.credentials.create({
      type: 'OAUTH',
      getOidcToken: ({ nonce }) => emulator.issuer.token({ sub: 'mallory', email, nonce }),
    }),
}

describe('a question that is refused', () => {
  test.each(Object.keys(spending))('about %s leaves the proof of the sign-in to the person', async (name) => {
    const stack = await createStack()
    const asked: string[] = []
    const page = await signedInFrame(stack, {
      wallet: proven(stack),
      reveal: async () => {},
      answers: async ({ operation }) => {
        asked.push(operation)
        return asked.length > 1
      },
    })
    expect(await codeOf(spending[name]?.(page.wallet, stack) ?? Promise.resolve())).toBe(
      'CONFIRMATION_REFUSED',
    )
    expect(await page.wallet.exportWallet()).toBeUndefined()
    // The person is asked once for each call.
    expect(asked).toEqual([expect.any(String), 'exportWallet'])
    // The export has used the proof up.
    expect(await codeOf(page.wallet.exportWallet())).toBe('STEP_UP_REQUIRED')
  })

  test('says which credential and session will be gone, in the frame’s own words: the page knows no address', async () => {
    const stack = await createStack()
    const asked: unknown[] = []
    const { wallet } = await signedInFrame(stack, {
      answers: async ({ details }) => {
        asked.push(details)
        return false
      },
    })
    const { session } = wallet.getState()
    const [credential, id] = 'id' in session ? [session.credential, session.id] : ['', '']
    await codeOf(wallet.credentials.revoke(credential))
    await codeOf(wallet.sessions.revoke(id))
    const known = { type: 'EMAIL_OTP', nickname: stack.email, createdAt: expect.any(String) }
    expect(asked).toEqual([
      { credential, ...known },
      { sessionId: id, isOwn: true, ...known },
    ])
    expect(JSON.stringify(await wallet.credentials.list())).not.toContain(stack.email)
  })

  test('by Escape pays nothing, even if the view does not answer', async () => {
    const stack = await createStack()
    const { answers, isAsked, answer } = openQuestion()
    const { wallet, sizes, pressEscape } = await signedInFrame(stack, {
      answers: (request) => answers({ ...request, signal: new AbortController().signal }),
    })
    const quote = await quoteOf(stack)
    const paying = codeOf(wallet.executeQuote(quote))
    await isAsked
    pressEscape()
    expect([await paying, sizes.at(-1)]).toEqual(['CONFIRMATION_REFUSED', 'hide'])
    answer(true)
    expect((await wallet.getQuote(quote.id)).status).toBe('PENDING')
  })
})

test('without a session the person is not asked about an export', async () => {
  const stack = await createStack()
  const asked: string[] = []
  const { wallet } = await signedInFrame(stack, {
    reveal: async () => {},
    answers: async ({ operation }) => {
      asked.push(operation)
      return false
    },
  })
  await wallet.signOut()
  expect([await codeOf(wallet.exportWallet()), asked]).toEqual(['SESSION_REQUIRED', []])
})
