/** What a sign-in sends before its proof, and code challenges, whose answer has no body in the interface. @module */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { stubPasskeys } from '../fixtures/passkeys.js'
import { createStack, type Stack } from '../fixtures/stack.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const forms: [string, () => Response][] = [
  ['204', () => new Response(null, { status: 204 })],
  ['200 without a body', () => new Response(null, { status: 200 })],
  ['an empty object', () => Response.json({})],
  ['an object of another form', () => Response.json({ id: 7, sent: true })],
]

test.each(forms)('a code challenge answered with %s says that a code was sent', async (_, answer) => {
  const stack = await createStack()
  const backend = async (request: Request): Promise<Response> => {
    const response = await stack.backend(request)
    return response.ok && new URL(request.url).pathname.endsWith('/challenge') ? answer() : response
  }
  const wallet = stack.wallet({ backend })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  expect(wallet.getState().flow).toMatchObject({ status: 'awaitingProof', proof: 'otp' })
  await stack.emulator.clock.advance(60_000)
  await wallet.resend()
  await wallet.submit({ otp: stack.otp() })
  expect(wallet.getState().session.status).toBe('active')
  wallet.dispose()
})

/** Returns the calls that the service has had since, as `POST challenge`. */
function callsSince({ emulator }: Stack): () => readonly string[] {
  const before = emulator.requests().length
  return () =>
    emulator
      .requests()
      .slice(before)
      .map(({ method, path }) => `${method} ${path.split('?')[0]?.split('/').at(-1)?.replace(/:.*/, '')}`)
}

describe('the list of credentials', () => {
  test('the list of credentials is not read before a code is sent to a credential that the page has listed', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    const [listed] = await wallet.credentials.list()
    const calls = callsSince(stack)
    await wallet.signIn({ type: 'EMAIL_OTP', credential: listed?.id ?? '' })
    expect(calls()).toEqual(['POST challenge'])
  })

  test('the list of credentials is not read before the dialog of a passkey that the page has listed', async () => {
    await stubPasskeys()
    const stack = await createStack()
    const wallet = await signedIn(stack, { passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    const listed = (await wallet.credentials.list()).find(({ type }) => type === 'PASSKEY')
    const calls = callsSince(stack)
    await wallet.signIn({ type: 'PASSKEY', credential: listed?.id ?? '' })
    expect(calls()).toEqual(['POST challenge', 'POST verify'])
  })

  test('the list of credentials is read if the page has not listed the credential, if none was chosen, and if it is of another type', async () => {
    const stack = await createStack()
    const id = (await (await opened(stack)).credentials.list())[0]?.id ?? ''
    const wallet = await opened(stack)
    for (const chosen of [{ credential: id }, {}]) {
      const calls = callsSince(stack)
      await wallet.signIn({ type: 'EMAIL_OTP', ...chosen })
      expect(calls()).toEqual(['GET credentials', 'POST challenge'])
      await stack.emulator.clock.advance(6 * 60_000)
    }
    const calls = callsSince(stack)
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY', credential: id }))).toBe('CREDENTIAL_NOT_FOUND')
    expect(calls()).toEqual(['GET credentials'])
  })

  test('the list of credentials is read before an ID token is asked for, because no call would tell that its credential is gone', async () => {
    const stack = await createStack({ credential: false })
    const token = ({ nonce }: { nonce: string }) =>
      stack.emulator.issuer.token({ sub: 'ada', email: stack.email, nonce })
    const wallet = await opened(stack)
    const { id } = await wallet.credentials.create({ type: 'OAUTH', getOidcToken: token })
    await wallet.credentials.list()
    const calls = callsSince(stack)
    await wallet.signIn({ type: 'OAUTH', credential: id, getOidcToken: token })
    expect(calls()).toEqual(['GET credentials', 'POST verify'])
  })

  test('the list of credentials is read if a code was sent when the credential was created, because that is awaited without a call', async () => {
    const stack = await createStack({ credential: false })
    const wallet = await opened(stack)
    const { id } = await wallet.credentials.create({ type: 'EMAIL_OTP', email: stack.email })
    await wallet.credentials.list()
    const calls = callsSince(stack)
    await wallet.signIn({ type: 'EMAIL_OTP', credential: id })
    expect(calls()).toEqual(['GET credentials'])
  })

  test('the list says that a listed credential was deleted, if its challenge is refused', async () => {
    await stubPasskeys()
    const stack = await createStack()
    const wallet = await signedIn(stack, { passkey: { rpId: 'localhost' } })
    await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Phone' })
    const listed = (await wallet.credentials.list()).find(({ type }) => type === 'PASSKEY')
    const elsewhere = await signedIn(stack)
    await elsewhere.credentials.revoke(listed?.id ?? '')
    const calls = callsSince(stack)
    expect(await codeOf(wallet.signIn({ type: 'PASSKEY', credential: listed?.id ?? '' }))).toBe(
      'CREDENTIAL_NOT_FOUND',
    )
    expect(calls()).toEqual(['POST challenge', 'GET credentials'])
  })

  test('the list of credentials is not read after a challenge that failed for another reason', async () => {
    const stack = await createStack()
    const wallet = await opened(stack)
    const [listed] = await wallet.credentials.list()
    stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 409, code: 'CONFLICT' })
    const calls = callsSince(stack)
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP', credential: listed?.id ?? '' }))).toBe('CONFLICT')
    expect(calls()).toEqual(['POST challenge'])
  })

  test('the error of a challenge stays as it is if the list still has the credential', async () => {
    const stack = await createStack()
    const wallet = await opened(stack, {
      backend: async (request) =>
        request.url.endsWith('/challenge')
          ? Response.json({ status: 403, code: 'FORBIDDEN', message: 'No.' }, { status: 403 })
          : stack.backend(request),
    })
    const [listed] = await wallet.credentials.list()
    expect(await codeOf(wallet.signIn({ type: 'EMAIL_OTP', credential: listed?.id ?? '' }))).toBe('FORBIDDEN')
  })
})
