import { describe, expect, test } from 'vitest'
import { magicValues, sandboxPorts } from '../../sandbox/index.js'
import type { AuthMethod } from '../../wire/credentials.js'
import { codeOf, kept, opened, signedIn } from '../fixtures/open-wallets.js'
import { quoteTo } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'

const token =
  (stack: Stack) =>
  ({ nonce }: { nonce: string }) =>
    stack.emulator.issuer.token({ sub: 'ada', email: 'ada@example.com', nonce })

const mails = (stack: Stack): number => stack.emulator.inbox.all().length

describe('creating a credential', () => {
  test('creating an EMAIL_OTP and signing in with it sends one code and no challenge', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(mails(stack)).toBe(1)
    expect(stack.emulator.requests().some(({ path }) => path.endsWith('/challenge'))).toBe(false)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(mails(stack)).toBe(2)
  })

  test('a sign-in requests another code when the code of the creation is five minutes old', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })
    await stack.emulator.clock.advance(5 * 60_000)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(mails(stack)).toBe(2)
  })

  test('creates another credential with a signed retry, without changing the session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { session } = wallet.getState()
    const created = await wallet.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) })
    expect(created.type).toBe('OAUTH')
    expect(wallet.getState()).toMatchObject({ session, flow: { status: 'idle' } })
    const creations = stack.emulator.requests().filter(({ path }) => path.endsWith('/auth/credentials'))
    expect(creations.filter(({ method }) => method === 'POST').map(({ status }) => status)).toEqual([
      202, 201,
    ])
  })

  test('rejects a second credential of a type with the service’s code before the user is asked for anything', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const sent = mails(stack)
    const posts = (): number => stack.emulator.requests().filter(({ method }) => method === 'POST').length
    const before = posts()
    expect(await codeOf(wallet.credentials.create({ type: 'EMAIL_OTP', email: 'b@example.com' }))).toBe(
      'EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS',
    )
    expect([mails(stack), posts()]).toEqual([sent, before])
  })

  test('rejects a creation without a session, or with one that is about to expire, before getOidcToken is called', async () => {
    const stack = await createStack()
    let asked = 0
    const getOidcToken = async (request: { nonce: string }): Promise<string> => {
      asked++
      return token(stack)(request)
    }
    const stranger = await opened(stack)
    expect(await codeOf(stranger.credentials.create({ type: 'OAUTH', getOidcToken }))).toBe(
      'SESSION_REQUIRED',
    )
    const wallet = await signedIn(stack)
    await stack.emulator.clock.advance(15 * 60_000 - 89_000)
    expect(await codeOf(wallet.credentials.create({ type: 'OAUTH', getOidcToken }))).toBe('SESSION_REQUIRED')
    expect(asked).toBe(0)
  })

  test('reports a lost answer to a creation, and the list shows whether it was created', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    stack.emulator.faults.next('POST /auth/credentials', { answer: 'lost' })
    expect(await codeOf(wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email }))).toBe(
      'OUTCOME_UNKNOWN',
    )
    expect(await wallet.credentials.list()).toHaveLength(1)
  })
})

describe('revoking a credential', () => {
  test('revokes a credential and its sessions with a session of another credential', async () => {
    const stack = await createStack()
    const first = await signedIn(stack)
    const oauth = await first.credentials.create({ type: 'OAUTH', getOidcToken: token(stack) })
    const second = await opened(stack)
    await second.signIn({ type: 'OAUTH', getOidcToken: token(stack) })
    await second.sessions.refresh()
    expect(await codeOf(second.credentials.revoke(oauth.id))).not.toBe('resolved')
    await first.credentials.revoke(oauth.id)
    expect(await first.credentials.list()).toHaveLength(1)
    await second.sessions.list()
    expect(second.getState().session).toEqual({ status: 'none', reason: 'revoked' })
    const [last] = await first.credentials.list()
    expect(await codeOf(first.credentials.revoke((last as AuthMethod).id))).toBe('INVALID_INPUT')
  })

  test('signs this wallet out when it revokes its own session', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const [own] = await wallet.sessions.list()
    await wallet.sessions.revoke(own?.id ?? '')
    expect(wallet.getState().session).toEqual({ status: 'none', reason: 'revoked' })
    expect(await wallet.sessions.list()).toEqual([])
  })
})

describe('export and privacy', () => {
  test('opens a recovery phrase that the pinned signer signed, and wipes it', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { phrase, wipe } = await wallet.exportWallet()
    expect(new TextDecoder().decode(phrase).split(' ')).toHaveLength(12)
    wipe()
    expect(phrase.every((byte) => byte === 0)).toBe(true)
  })

  test('rejects an export without the option exportSigner before anything is sent, and an export of another signer', async () => {
    const stack = await createStack()
    const { exportSigner: _, ...unpinned } = {
      accountId: stack.accountId,
      backend: stack.backend,
      exportSigner: '',
    }
    const { createWallet } = await import('../create-wallet.js')
    const wallet = createWallet({ ...unpinned, clock: stack.emulator.clock })
    kept(wallet)
    await wallet.ready
    expect(await codeOf(wallet.exportWallet())).toBe('EXPORT_SIGNER_REQUIRED')
    const foreign = await signedIn(stack, {
      exportSigner:
        '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    })
    expect(await codeOf(foreign.exportWallet())).toBe('EXPORT_SIGNER_MISMATCH')
  })

  test('switches privacy on and off', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    expect(await wallet.updatePrivacy({ privateEnabled: true })).toMatchObject({ privateEnabled: true })
    expect(await wallet.updatePrivacy({ privateEnabled: false })).toMatchObject({ privateEnabled: false })
  })

  test('rejects an operation without a session with SESSION_REQUIRED', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('SESSION_REQUIRED')
    expect(await codeOf(wallet.sessions.refresh())).toBe('SESSION_REQUIRED')
    expect(await codeOf(wallet.exportWallet())).toBe('SESSION_REQUIRED')
  })

  test('sends any other signed call through signedRequest', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const account = await wallet.signedRequest({
      method: 'PATCH',
      path: `/internal-accounts/${stack.accountId}`,
      body: { privateEnabled: true },
    })
    expect(account).toMatchObject({ id: stack.accountId, privateEnabled: true })
  })
})

describe('signedRequest()', () => {
  test('signedRequest reports a lost answer to its first request as OUTCOME_UNKNOWN, because the call may take effect without a stamp', async () => {
    const stack = await createStack()
    let mayLose = false
    const wallet = await signedIn(stack, {
      backend: async (request) => {
        if (mayLose && request.method === 'PATCH') throw new TypeError('Failed to fetch')
        return stack.backend(request)
      },
    })
    mayLose = true
    const call = wallet.signedRequest({
      method: 'PATCH',
      path: `/internal-accounts/${stack.accountId}`,
      body: { privateEnabled: true },
    })
    expect(await codeOf(call)).toBe('OUTCOME_UNKNOWN')
    // The library's own call only asks for the challenge.
    expect(await codeOf(wallet.updatePrivacy({ privateEnabled: true }))).toBe('NETWORK')
  })
})

describe('a quote', () => {
  const balance = async (stack: Stack, accountId: string): Promise<number> => {
    const list = await stack.service<{ data: { id: string; balance: { amount: number } }[] }>(
      'GET',
      '/customers/internal-accounts',
    )
    return list.data.find(({ id }) => id === accountId)?.balance.amount ?? Number.NaN
  }

  test('executes a quote once, and both balances are correct', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { quote, receiver } = await quoteTo(stack)
    const executed = await wallet.executeQuote(quote)
    expect(['PROCESSING', 'COMPLETED']).toContain(executed.status)
    await wallet.executeQuote(quote)
    await stack.emulator.clock.advance(60_000)
    expect(await balance(stack, stack.accountId)).toBe(100_000_000 - quote.totalSendingAmount)
    expect(await balance(stack, receiver)).toBe(quote.totalReceivingAmount)
    expect(stack.emulator.ledger.balanced()).toBe(true)
  })

  test('reports a lost answer to an execution as OUTCOME_UNKNOWN, and pays once when it is executed again', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { quote, receiver } = await quoteTo(stack)
    stack.emulator.faults.next('POST /quotes/{quoteId}/execute', { answer: 'lost' })
    expect(await codeOf(wallet.executeQuote(quote))).toBe('OUTCOME_UNKNOWN')
    await wallet.executeQuote(quote)
    await stack.emulator.clock.advance(60_000)
    expect(await balance(stack, receiver)).toBe(quote.totalReceivingAmount)
    expect(await balance(stack, stack.accountId)).toBe(100_000_000 - quote.totalSendingAmount)
  })

  test('does not stamp an expired quote, and rejects what is not a quote with a TypeError', async () => {
    const stack = await createStack()
    const wallet = await signedIn(stack)
    const { quote } = await quoteTo(stack)
    const { payloadToSign: _, paymentInstructions: __, ...unsigned } = quote
    await expect(wallet.executeQuote(unsigned)).rejects.toThrow(TypeError)
    await expect(wallet.executeQuote({ ...quote, payloadToSign: 'other' })).rejects.toThrow(TypeError)
    await expect(wallet.executeQuote({ id: 'Quote:1' } as never)).rejects.toThrow(TypeError)
    await stack.emulator.clock.advance(Date.parse(quote.expiresAt) - stack.emulator.clock.now())
    const sent = stack.emulator.requests().length
    expect(await codeOf(wallet.executeQuote(quote))).toBe('CHALLENGE_EXPIRED')
    expect(stack.emulator.requests().slice(sent)).toSatisfy((all: readonly { method: string }[]) =>
      all.every(({ method }) => method === 'GET'),
    )
  })
})

describe('in the sandbox', () => {
  test('the sandbox accepts every magic value, and a stand-in replaces the placeholder key', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const wallet = await opened(stack, { sandbox: sandboxPorts() })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: magicValues.otp })
    expect(wallet.getState().session.status).toBe('active')
    await wallet.credentials.create({ type: 'OAUTH', getOidcToken: async () => '' })
    await wallet.signIn({ type: 'OAUTH', getOidcToken: async () => '' })
    expect(wallet.getState().session).toMatchObject({ status: 'active', type: 'OAUTH' })
    await wallet.updatePrivacy({ privateEnabled: true })
    const { phrase } = await wallet.exportWallet()
    expect(new TextDecoder().decode(phrase).split(' ')).toHaveLength(12)
    await wallet.sessions.refresh()
    await wallet.signOut()
  })

  test('the placeholder key of the sandbox does not open without the port sessionKey', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const wallet = await opened(stack)
    await wallet.signIn({ type: 'EMAIL_OTP' })
    expect(await codeOf(wallet.submit({ otp: magicValues.otp }))).toMatch(/^SEALED_KEY_/)
    expect(wallet.getState()).toMatchObject({ session: { status: 'none' }, flow: { status: 'idle' } })
  })

  test('the sandbox refuses wrong values with a reason', async () => {
    const stack = await createStack({ mode: 'sandbox' })
    const { sessionKey } = sandboxPorts()
    const wallet = await opened(stack, {
      sandbox: { sessionKey, stamp: async () => 'sandbox-invalid-signature' },
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await expect(wallet.submit({ otp: '999999' })).rejects.toMatchObject({
      status: 401,
      reason: 'Invalid OTP code',
    })
    await wallet.submit({ otp: magicValues.otp })
    await expect(wallet.updatePrivacy({ privateEnabled: true })).rejects.toMatchObject({
      status: 401,
      reason: 'Invalid Service-Wallet-Signature',
    })
    const other = await opened(stack, {
      sandbox: { sessionKey, oidcToken: async () => 'sandbox-invalid-oidc-token' },
    })
    await expect(other.signIn({ type: 'OAUTH', getOidcToken: async () => '' })).rejects.toMatchObject({
      code: 'CREDENTIAL_NOT_FOUND',
    })
  })
})
