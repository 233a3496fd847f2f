import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../emulator/src/index.js'
import { createBackend } from '../backend/index.js'
import { createWallet } from '../index.js'
import { serve } from '../node/index.js'
import { stubPasskeys } from '../wallet/fixtures/passkeys.js'
import { runCli } from './main.js'

const running: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(running.splice(0).map((close) => close()))
})

const own = ['--cookie', 'login=ada', '--account']

/** A backend on a port with Ada's account, which has a code by e-mail, in front of an emulator with these options. */
async function backendOf(options: EmulatorOptions) {
  const emulator = createEmulator(options)
  const { account } = await emulator.provision({ email: 'ada@example.com' })
  const served = await serve((request) => handler(request), { port: 0 })
  running.push(served.close)
  const url = served.url.replace('127.0.0.1', 'localhost')
  const backend = createBackend({
    service: { baseUrl: 'https://service.test/2025-10-13', ...emulator.apiToken, fetch: emulator.fetch },
    authorize: (request) => (request.headers.get('Cookie') === 'login=ada' ? [account.id] : undefined),
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: [url, 'http://localhost', 'http://localhost:5173'],
    stepUp: false,
  })
  const headers = { 'Content-Type': 'text/html', 'Cross-Origin-Opener-Policy': 'same-origin' }
  const handler = async (request: Request): Promise<Response> =>
    new URL(request.url).pathname.startsWith('/wallet') ? backend(request) : new Response('', { headers })
  return {
    emulator,
    mails: () => emulator.inbox.all().length,
    /** Adds a passkey to the account, as its owner. */
    async addPasskey() {
      await stubPasskeys()
      const wallet = createWallet({
        accountId: account.id,
        backend: (request) => {
          const sent = new Request(request)
          sent.headers.set('Cookie', 'login=ada')
          return backend(sent)
        },
        keyDelivery: options.keyDelivery === 'sealed' ? 'sealed' : 'client-held',
        otpSigner: emulator.otpSigner,
      })
      await wallet.signIn({ type: 'EMAIL_OTP' })
      await wallet.submit({ otp: emulator.inbox.latest('ada@example.com')?.otp ?? '' })
      await wallet.credentials.create({ type: 'PASSKEY', nickname: 'Laptop' })
      wallet.dispose()
      vi.unstubAllGlobals()
      await emulator.clock.advance(120_000)
    },
    async check(...args: string[]) {
      const printed: string[] = []
      const print = (line: string) => printed.push(line)
      const terminal = { print, complain: print, signal: new AbortController().signal }
      const given = [`${url}/wallet`, ...own, account.id, '--json', ...args]
      const code = await runCli(['check-backend', ...given], terminal)
      const found: readonly { code: string; message: string; fix: string }[] = JSON.parse(printed.join())
      // Advancing the emulator's clock has set the backend's ahead.
      return { code, found: found.filter((each) => each.code !== 'CLOCK_WRONG') }
    },
  }
}

const codesOf = ({ found }: { found: readonly { readonly code: string }[] }): readonly string[] =>
  found.map(({ code }) => code)

describe('check-backend about the way of keys', () => {
  it('without a passkey and without permission to send a code, check-backend says that it has not seen it', async () => {
    const { check, mails } = await backendOf({})
    const answer = await check()
    expect(codesOf(answer)).toEqual(['KEYS_UNSEEN'])
    expect(answer.found[0]?.fix).toContain('--send-code')
    expect([answer.code, mails()]).toEqual([0, 0])
  })

  it.each([
    ['sealed', 'KEYS_SEALED'],
    ['both', 'KEYS_EITHER'],
    ['client-held', 'KEYS_EITHER'],
  ] as const)(
    'a passkey’s challenge shows the way of a service with %s keys, and sends nothing',
    async (keyDelivery, expected) => {
      const { addPasskey, check, mails } = await backendOf({ keyDelivery })
      await addPasskey()
      const before = mails()
      const answer = await check()
      expect(codesOf(answer)).toEqual([expected])
      expect([answer.code, mails()]).toEqual([0, before])
    },
  )

  it('a service that wants encrypted codes is named with the signer, after one code was sent', async () => {
    const { check, mails, emulator } = await backendOf({ profile: 'production' })
    const answer = await check('--send-code')
    expect(codesOf(answer)).toEqual(['CODES_ENCRYPTED'])
    expect(answer.found[0]?.message).toContain(`(${emulator.otpSigner})`)
    expect(answer.found[0]?.fix).toMatch(/keyDelivery: 'client-held'.*otpSigner.*compared/)
    expect([answer.code, mails()]).toEqual([0, 1])
  })

  it('a service that takes codes as plain text is named, after one code was sent', async () => {
    const { check, mails } = await backendOf({ keyDelivery: 'sealed' })
    expect(codesOf(await check('--send-code'))).toEqual(['CODES_PLAIN'])
    expect(mails()).toBe(1)
  })

  it.each<[string, EmulatorOptions, string[], string[]]>([
    ['sealed', { profile: 'production' }, ['--send-code'], ['KEYS_MISMATCH', 'CODES_ENCRYPTED']],
    ['sealed', { keyDelivery: 'sealed' }, ['--send-code'], []],
    ['client-held', { profile: 'production' }, ['--send-code'], ['CODES_ENCRYPTED']],
    ['client-held', { keyDelivery: 'sealed' }, ['--send-code'], ['KEYS_MISMATCH', 'CODES_PLAIN']],
  ])(
    'pages with %s keys at a service with %j have with %j the findings %j',
    async (keys, options, args, expected) => {
      const { check } = await backendOf(options)
      const answer = await check('--keys', keys, ...args)
      expect(codesOf(answer)).toEqual(expected)
      expect(answer.code).toBe(expected.includes('KEYS_MISMATCH') ? 1 : 0)
    },
  )

  it('pages with client-held keys at a service that seals them are an error, seen by a passkey alone', async () => {
    const { addPasskey, check } = await backendOf({ keyDelivery: 'sealed' })
    await addPasskey()
    expect(codesOf(await check('--keys', 'client-held'))).toEqual(['KEYS_MISMATCH', 'KEYS_SEALED'])
    expect(codesOf(await check('--keys', 'sealed'))).toEqual([])
  })

  it('a passkey that works with either way leaves the codes open until one has been sent', async () => {
    const { addPasskey, check } = await backendOf({ profile: 'production' })
    await addPasskey()
    expect(codesOf(await check('--keys', 'sealed'))).toEqual(['KEYS_EITHER'])
    expect(codesOf(await check('--keys', 'sealed', '--send-code'))).toEqual([
      'KEYS_MISMATCH',
      'CODES_ENCRYPTED',
    ])
  })

  it('a code that was not sent is reported with the answer', async () => {
    const { check, emulator } = await backendOf({ codesPerMinute: 1 })
    await check('--send-code')
    const again = await check('--send-code')
    expect(codesOf(again)).toEqual(['CODE_UNSENT'])
    expect(again.found[0]?.message).toContain('(429 RATE_LIMITED)')
    emulator.faults.next('POST /auth/credentials/{id}/challenge', { drop: true })
    expect(codesOf(await check('--send-code'))).toEqual(['CODE_UNSENT'])
  })

  it('a bundle that cannot be read is no reason to say that codes are plain', async () => {
    const { check, emulator } = await backendOf({})
    const body = { id: 'AuthMethod:1', otpEncryptionTargetBundle: 'not JSON' }
    emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 200, body })
    const { found } = await check('--send-code')
    expect(found[0]?.code).toBe('CODES_ENCRYPTED')
    expect(found[0]?.message).toContain('cannot be read')
  })
})
