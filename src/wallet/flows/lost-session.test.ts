/** Answers that are lost on their way to a page whose session keys are its own. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Wallet, WalletOptions } from '../api.js'
import {
  heldStack,
  isStamped,
  isVerify,
  losing,
  onAnotherDevice,
  openedHeld,
  overtaken,
  signedInHeld,
  verifiesOf,
} from '../fixtures/held.js'
import { lyingBackend } from '../fixtures/lying-backend.js'
import { codeOf } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import type { SessionInfo } from '../machine/machine.js'
import type { AccountRecord } from '../record/record.js'
import { memoryStore } from '../record/storage.js'

afterEach(() => void vi.unstubAllGlobals())

const isSecond = (request: Request): boolean => isVerify(request) && isStamped(request)
const isSecondRefresh = (request: Request): boolean => request.url.endsWith('/refresh') && isStamped(request)

const isList = (request: Request): boolean =>
  request.method === 'GET' && new URL(request.url).pathname === '/auth/sessions'

/** Only the first of the requests that `is` recognizes. */
const once = (is: (request: Request) => boolean): ((request: Request) => boolean) => {
  let isOver = false
  return (request) => {
    const isFirst = !isOver && is(request)
    isOver ||= isFirst
    return isFirst
  }
}

async function reversed(answer: Response): Promise<Response> {
  const { data } = (await answer.json()) as { data: readonly unknown[] }
  return Response.json({ data: [...data].reverse() })
}

const atService = async (stack: Stack): Promise<readonly string[]> => {
  const path = `/auth/sessions?accountId=${stack.accountId}`
  return (await stack.service<{ data: { id: string }[] }>('GET', path)).data.map(({ id }) => id)
}

/** The ids of the sessions that a wallet shows from now on. */
function shownBy(wallet: Wallet): readonly string[] {
  const shown: string[] = []
  wallet.subscribe(() => {
    const { session } = wallet.getState()
    if ('id' in session && !shown.includes(session.id)) shown.push(session.id)
  })
  return shown
}

describe('a lost answer', () => {
  test('a session whose answer was lost is found in the list, and its key stamps', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: losing(stack, isSecond) })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.updatePrivacy({ privateEnabled: true })
    expect(verifiesOf(stack)).toHaveLength(2)
  })

  test('a session of an ID token whose answer was lost is found in the list', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    const wallet = await openedHeld(stack, { backend: losing(stack, isVerify) })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a refreshed session whose answer was lost is found in the list, and replaces the old one', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: losing(stack, once(isSecondRefresh)) })
    const { id, authenticatedAt } = wallet.getState().session as SessionInfo
    await stack.emulator.clock.advance(60_000)
    const next = await wallet.sessions.refresh()
    expect(next.id).not.toBe(id)
    expect(next.authenticatedAt).toBe(authenticatedAt)
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('what has proven the session takes its place, and the one that was found is revoked', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: losing(stack, isSecond) })
    const { id } = wallet.getState().session as SessionInfo
    expect(await atService(stack)).toEqual([expect.any(String), id])
    await expect
      .poll(async () => {
        await stack.emulator.clock.advance(5_000)
        return atService(stack)
      })
      .toEqual([id])
  })

  test('if the first answer is lost, no session has begun, and the flow still awaits a code', async () => {
    const stack = await heldStack()
    let count = 0
    const wallet = await openedHeld(stack, { backend: losing(stack, (r) => isVerify(r) && count++ === 0) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof' })
    await stack.emulator.clock.advance(60_000)
    await wallet.resend()
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('of several new sessions, the one that answers a stamp by the key of the page is taken', async () => {
    const stack = await heldStack()
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isList(request)) return reversed(answer)
      if (!isSecond(request)) return answer
      await onAnotherDevice(stack)
      throw new TypeError('The connection was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a session of a passkey whose answer was lost is found in the list', async () => {
    const stack = await heldStack()
    await stubPasskeys()
    let isLossy = false
    const backend = losing(stack, (request) => isLossy && isVerify(request))
    const wallet = await signedInHeld(stack, { backend, passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
    isLossy = true
    await wallet.signIn({ type: 'PASSKEY' })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'PASSKEY' })
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('the session that the page has is not taken for the one whose request was lost', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', credential: false })
    let isLossy = false
    const backend: WalletOptions['backend'] = async (request) => {
      if (isLossy && isVerify(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken })
    await wallet.signIn({ type: 'OAUTH', getOidcToken })
    isLossy = true
    expect(await codeOf(wallet.signIn({ type: 'OAUTH', getOidcToken }))).toBe('OUTCOME_UNKNOWN')
  })

  test('a session that another device began with another credential is not taken', async () => {
    const stack = await heldStack()
    const getOidcToken = ({ nonce }: { nonce: string }) => stack.emulator.issuer.token({ sub: 'ada', nonce })
    const other = await signedInHeld(stack)
    await other.credentials.create({ type: 'OAUTH', getOidcToken })
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (!isSecond(request)) return stack.backend(request)
      await other.signIn({ type: 'OAUTH', getOidcToken })
      throw new TypeError('The request was lost.')
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a refusal no session is looked for, although another device has begun one', async () => {
    const stack = await createStack({ keyDelivery: 'client-held', unknowns: { wrongCodeAt: 'second' } })
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isSecond(request)) await onAnotherDevice(stack)
      return answer
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp: '999999' }))).toBe('UNAUTHORIZED')
    expect(wallet.getState().session.status).toBe('none')
  })

  test('after a request that was not sent no session is looked for, and the code can be given again', async () => {
    const stack = await heldStack()
    const backend = overtaken(stack, isSecond, () => new Response(null, { status: 302 }))
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    expect(await codeOf(wallet.submit({ otp }))).toBe('REDIRECTED')
    expect(wallet.getState()).toMatchObject({
      session: { status: 'none' },
      flow: { status: 'awaitingProof' },
    })
  })

  test('a session from before the call is not taken', async () => {
    const stack = await heldStack()
    await onAnotherDevice(stack)
    await stack.emulator.clock.advance(60_000)
    const backend: WalletOptions['backend'] = async (request) => {
      if (isSecond(request)) throw new TypeError('The request was lost.')
      return stack.backend(request)
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState().session.status).toBe('none')
  })
})

describe('a session in the list that is not proven', () => {
  const refuses = (stack: Stack): number =>
    stack.emulator.requests().filter(({ path, status }) => path.endsWith('/refresh') && status === 401).length

  /** A wallet that awaits a code, and the ids of all sessions that it shows from then on. */
  async function awaiting(stack: Stack, backend: WalletOptions['backend']) {
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const otp = stack.otp()
    await stack.emulator.clock.advance(60_000)
    return { wallet, otp, shown: shownBy(wallet) }
  }

  test('a session in the list whose key is not the page’s is never shown', async () => {
    const stack = await heldStack()
    const { wallet, otp, shown } = await awaiting(stack, overtaken(stack, isSecond))
    expect(await codeOf(wallet.submit({ otp }))).toBe('OUTCOME_UNKNOWN')
    expect(wallet.getState()).toMatchObject({
      session: { status: 'none' },
      flow: { status: 'idle', fault: { code: 'OUTCOME_UNKNOWN' } },
    })
    expect([...shown, refuses(stack)]).toEqual([1])
  })

  test('a session in the list that was not proven is not revoked, because it may be that of another device', async () => {
    const stack = await heldStack()
    const { wallet, otp } = await awaiting(stack, overtaken(stack, once(isSecond)))
    await codeOf(wallet.submit({ otp }))
    const others = await atService(stack)
    await stack.emulator.clock.advance(60_000)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await stack.emulator.clock.advance(60_000)
    expect(await atService(stack)).toEqual(expect.arrayContaining([...others]))
  })

  test('after a refresh that was lost, a session of another device is never shown, and the old one stamps', async () => {
    const stack = await heldStack()
    const wallet = await signedInHeld(stack, { backend: overtaken(stack, isSecondRefresh) })
    await stack.emulator.clock.advance(60_000)
    const { id } = wallet.getState().session as SessionInfo
    const shown = shownBy(wallet)
    expect(await codeOf(wallet.sessions.refresh())).toBe('OUTCOME_UNKNOWN')
    expect(shown).toEqual([id])
    await wallet.updatePrivacy({ privateEnabled: true })
  })

  test('a session whose answer was lost is not shown if the answer to its proof is lost, too', async () => {
    const stack = await heldStack()
    const backend = losing(stack, (request) => isSecond(request) || isSecondRefresh(request))
    const { wallet, otp, shown } = await awaiting(stack, backend)
    expect(await codeOf(wallet.submit({ otp }))).toBe('OUTCOME_UNKNOWN')
    expect(shown).toEqual([])
  })

  test('a lost session is looked for and proven in half a minute, or not at all', async () => {
    const stack = await heldStack()
    const backend: WalletOptions['backend'] = async (request) => {
      if (isSecondRefresh(request)) return new Promise<never>(() => {})
      const answer = await stack.backend(request)
      if (isSecond(request)) throw new TypeError('The connection was lost.')
      return answer
    }
    const { wallet, otp } = await awaiting(stack, backend)
    const from = stack.emulator.clock.now()
    let end = ''
    void codeOf(wallet.submit({ otp })).then((code) => {
      end = code
    })
    await expect
      .poll(async () => {
        await stack.emulator.clock.advance(1_000)
        return end
      })
      .toBe('OUTCOME_UNKNOWN')
    expect(stack.emulator.clock.now() - from).toBeLessThan(35_000)
  })

  test('a session that the service refreshes without a stamp is not taken, and what it answers is revoked', async () => {
    const stack = await heldStack()
    const id = `Session:${crypto.randomUUID()}`
    const store = memoryStore()
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isSecond(request)) throw new TypeError('The connection was lost.')
      if (!request.url.endsWith('/refresh')) return answer
      const at = '2026-11-21T12:15:00Z'
      const times = { createdAt: at, updatedAt: at, expiresAt: '2026-11-21T12:30:00Z' }
      const of = { accountId: stack.accountId, type: 'EMAIL_OTP', nickname: 'x' }
      return Response.json({ id, ...of, ...times }, { status: 201 })
    }
    const wallet = await openedHeld(stack, { backend, store })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    const { superseded } = (await store.read(stack.accountId)) as AccountRecord
    expect(superseded?.map((each) => each.id)).toEqual([id])
  })

  test('a long list of new sessions is not stamped for to its end', async () => {
    const stack = await heldStack()
    const backend: WalletOptions['backend'] = async (request) => {
      const answer = await stack.backend(request)
      if (isSecond(request)) throw new TypeError('The connection was lost.')
      if (!isList(request)) return answer
      const { data } = (await answer.json()) as { data: readonly { id: string }[] }
      const more = Array.from({ length: 50 }, () => ({ ...data[0], id: `Session:${crypto.randomUUID()}` }))
      return Response.json({ data: more })
    }
    const wallet = await openedHeld(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('OUTCOME_UNKNOWN')
    const asked = stack.emulator.requests().filter(({ path }) => path.endsWith('/refresh'))
    expect(asked.length).toBeLessThanOrEqual(4)
  })

  test('a session that is proven by an answer with a sealed key is not taken, because that contradicts the request', async () => {
    const stack = await heldStack()
    const { backend } = lyingBackend(stack, {
      on: /\/refresh$/,
      onStamped: true,
      down: (answer) => ('id' in answer ? { ...answer, encryptedSessionSigningKey: 'x' } : answer),
    })
    const wallet = await openedHeld(stack, { backend: losing({ ...stack, backend }, isSecond) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('KEY_DELIVERY_CONTRADICTED')
    expect(wallet.getState().session.status).toBe('none')
  })
})
