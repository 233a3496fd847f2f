/** What `init` writes for each way of keys, used against each deployment that the emulator plays. @module */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createWallet } from '../index.js'
import { type Keys, keyDeliveries, templates } from './arguments.js'
import { runCli } from './main.js'
import { packageFile } from './package-file.js'

/** Inside the repository, so that what is written finds the packages. */
const folder = packageFile(`test-results/init-${process.pid}`)
mkdirSync(folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

/** Runs `init` in a new folder. `answer` is what somebody types; without it, nobody can answer. */
async function init(args: readonly string[], answer?: string) {
  const place = join(folder, crypto.randomUUID())
  const [printed, asked]: [string[], string[]] = [[], []]
  const print = (line: string) => printed.push(line)
  const code = await runCli(['init', place, ...args], {
    print,
    complain: print,
    signal: new AbortController().signal,
    ...(answer !== undefined && {
      ask: async (question: string) => {
        asked.push(question)
        return answer
      },
    }),
  })
  const read = (path: string) => readFileSync(join(place, path), 'utf8')
  return { place, code, printed: printed.join('\n'), asked, read }
}

const written = ({ read }: { read: (path: string) => string }): string | undefined =>
  /keyDelivery: .+ = '(.+)'/.exec(read('keys.ts'))?.[1]

describe('the question of init', () => {
  it.each([
    ['', 'sealed'],
    ['sealed', 'sealed'],
    ['client-held', 'client-held'],
  ])('the answer "%s" to the question of init chooses %s', async (answer, keys) => {
    const project = await init([], answer)
    expect([project.code, written(project), project.asked.length]).toEqual([0, keys, 1])
    expect(project.asked[0]).toMatch(/otpEncryptionTargetBundle[\s\S]*sealed or client-held \(sealed\): $/)
    expect(project.printed).toContain(`The wallet's keys are ${keys}. `)
  })

  it('init asks nothing with --keys, and says what a service needs', async () => {
    const project = await init(['--keys', 'client-held'], 'sealed')
    expect([written(project), project.asked]).toEqual(['client-held', []])
    expect(project.printed).toContain('set OTP_SIGNER to the key that its operator names')
  })

  it('where nobody can answer, init chooses the default and says so', async () => {
    const project = await init([])
    expect([project.code, written(project)]).toEqual([0, 'sealed'])
    expect(project.printed).toContain("The wallet's keys are sealed, because --keys was not given. ")
    expect(project.printed).toContain("set keyDelivery in keys.ts to 'client-held'")
  })

  it('an answer that is not a choice writes nothing', async () => {
    const project = await init([], 'client')
    expect([project.code, project.printed]).toEqual([1, expect.stringContaining('"client" is neither')])
    expect(() => project.read('keys.ts')).toThrow('ENOENT')
  })

  it('init asks nothing if the folder is not empty', async () => {
    const { place } = await init(['--keys', 'sealed'])
    const asked = vi.fn(async () => '')
    const terminal = { print: () => {}, complain: () => {}, signal: new AbortController().signal, ask: asked }
    expect(await runCli(['init', place], terminal)).toBe(1)
    expect(asked).not.toHaveBeenCalled()
  })

  it('init says what is wrong with --keys', async () => {
    const { code, printed } = await init(['--keys', 'held'])
    expect([code, printed]).toEqual([
      2,
      expect.stringContaining('--keys must be sealed or client-held, not "held"'),
    ])
  })
})

/** The page that makes the wallet, and what it passes on besides the answer of the platform. */
const pages: Readonly<Record<(typeof templates)[number], readonly [string, string]>> = {
  vanilla: ['main.ts', "createWallet({ ...mine, backend: '/wallet', keyDelivery })"],
  react: ['shop.tsx', '<WalletProvider {...wallet} backend="/wallet" keyDelivery={keyDelivery} '],
  next: ['shop.tsx', '<WalletProvider {...wallet} backend="/wallet" keyDelivery={keyDelivery} '],
}

/** Where the platform of each template is made. */
const servers = { vanilla: 'vite.config.ts', react: 'vite.config.ts', next: 'platform-here.ts' } as const

describe('a project that init has written', () => {
  const origin = 'http://localhost:3000'
  const service = {
    SERVICE_URL: 'http://127.0.0.1:9/2025-10-13',
    SERVICE_TOKEN_ID: 'id',
    SERVICE_SECRET: 'secret',
    SHOP_ID: 'InternalAccount:1',
  }

  /** Loads what is written, as the page and the server do. */
  async function load(template: string, keys: Keys) {
    const { place } = await init(['--template', template, '--keys', keys])
    const { createPlatform } = await import(/* @vite-ignore */ join(place, 'platform.ts'))
    const { keyDelivery } = await import(/* @vite-ignore */ join(place, 'keys.ts'))
    return {
      keyDelivery,
      start: (env: object): Promise<(request: Request) => Promise<Response>> =>
        createPlatform(origin, env, keyDelivery),
    }
  }

  /** Logs in at the platform, and signs in with the code that it prints, as the page does. */
  async function signIn(
    keyDelivery: Keys,
    platform: (request: Request) => Promise<Response>,
    typed = (code: string) => code,
  ) {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const login = await platform(new Request(`${origin}/api/login`, { method: 'POST' }))
    const Cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    const me = await (await platform(new Request(`${origin}/api/me`, { headers: { Cookie } }))).json()
    expect(await login.json()).toEqual(me)
    const wallet = createWallet({
      ...me,
      keyDelivery,
      backend: (request) => {
        const { pathname, search } = new URL(request.url)
        const sent = new Request(`${origin}/wallet${pathname}${search}`, request)
        sent.headers.set('Cookie', Cookie)
        return platform(sent)
      },
    })
    try {
      await wallet.signIn({ type: 'EMAIL_OTP' })
      await wallet.submit({ otp: typed(/the code is (\w+)/.exec(String(print.mock.calls))?.[1] ?? '') })
      return wallet.getState().session.status
    } finally {
      wallet.dispose()
    }
  }

  it.each(templates)(
    'the page of %s has the chosen keys, and takes the signer from its platform',
    async (template) => {
      const { read } = await init(['--template', template, '--keys', 'client-held'])
      const [page, made] = pages[template]
      expect(read(page)).toContain(made)
      expect(read(page)).toMatch(/import { keyDelivery } from '\.{1,2}\/keys\.ts'/)
      expect(read(servers[template])).toContain('createPlatform(origin, process.env, keyDelivery)')
    },
  )

  const cases = templates.flatMap((template) =>
    keyDeliveries.flatMap((keys) =>
      [undefined, 'seed', 'sandbox', 'production'].map((profile) => [template, keys, profile] as const),
    ),
  )
  it.each(cases)(
    '%s with %s keys and the profile %s signs in, or says in one sentence what to set',
    async (template, keys, profile) => {
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
      const { start, keyDelivery } = await load(template, keys)
      const platform = await start(profile === undefined ? {} : { EMULATOR_PROFILE: profile })
      const isRefused = keys === 'sealed' && profile !== undefined && profile !== 'seed'
      if (!isRefused) {
        expect(await signIn(keyDelivery, platform)).toBe('active')
        expect(warn).not.toHaveBeenCalled()
        return
      }
      expect(warn.mock.calls).toEqual([
        [`Codes will be refused: for EMULATOR_PROFILE=${profile}, set keyDelivery to 'client-held'.`],
      ])
      await expect(signIn(keyDelivery, platform)).rejects.toMatchObject({
        code: 'KEY_DELIVERY_REFUSED',
        message: expect.stringMatching(/Set `keyDelivery: "client-held"` and `otpSigner`\.$/),
      })
    },
  )

  it('without any configuration, client-held keys are developed against production, and sealed ones against the interface', async () => {
    const wrongCode = async (keys: Keys) => {
      const { start, keyDelivery } = await load('vanilla', keys)
      const platform = await start({})
      const code = await signIn(keyDelivery, platform, () => '000000').catch(
        (error: { status: number }) => error.status,
      )
      return code
    }
    // The two refuse a wrong code differently (fact `refusedCode`).
    expect([await wrongCode('sealed'), await wrongCode('client-held')]).toEqual([401, 400])
  })

  it('with client-held keys and a service, the platform says what to set, and then asks for the login', async () => {
    const { start } = await load('vanilla', 'client-held')
    await expect(start(service)).rejects.toThrow(/^Set OTP_SIGNER to the key/)
    await expect(start({ ...service, OTP_SIGNER: '04' })).rejects.toThrow('write `whoIs`')
    const sealed = await load('vanilla', 'sealed')
    await expect(sealed.start(service)).rejects.toThrow('write `whoIs`')
  })

  it('a profile that does not exist is refused by name', async () => {
    const { start } = await load('vanilla', 'sealed')
    await expect(start({ EMULATOR_PROFILE: 'prod' })).rejects.toThrow('`profile` must be "seed"')
  })
})
