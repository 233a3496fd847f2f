/** What a strict check cannot look at is said, and never counts as kept. @module */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createEmulator, type EmulatorOptions } from '../../../emulator/src/index.js'
import { createBackend } from '../../backend/index.js'
import { serve } from '../../node/index.js'
import { backendOptions, brokenIn, checked, rulesWith, runStrictly } from './fixtures/checked.js'
import { checkedWith } from './fixtures/faults.js'
import type { Verdict } from './judge.js'

const refusal = (status: number, code: string): Response =>
  Response.json({ status, code, message: 'No.' }, { status, headers: { 'Cache-Control': 'no-store' } })

/** Refuses the calls to this path, in the name of the platform. */
const without =
  (path: RegExp, answer: () => Response) =>
  async (request: Request, backend: (request: Request) => Promise<Response>): Promise<Response> =>
    path.test(new URL(request.url).pathname) ? answer() : backend(request)

/** The rules about what a person does who has signed in. */
const afterSignIn = [
  'flow.passkey',
  'flow.credential',
  'flow.refresh',
  'flow.revoke',
  'flow.pay',
  'flow.privacy',
]

// A run makes some thousand calls.
describe('check-backend --strict', { timeout: 180_000 }, () => {
  it('without a second login looks at no rule about two of them', async () => {
    const { printed } = await checked(async (surroundings) => ({
      handler: createBackend(backendOptions(surroundings)),
      cookies: ['login=ada', ''],
    }))
    expect(brokenIn(printed)).toEqual([])
    const verdicts: readonly Verdict[] = JSON.parse(printed.join(''))
    const needing = verdicts.filter(({ because }) => because.includes('it needs --second-cookie'))
    expect(needing.map(({ rule, result }) => [rule, result])).toEqual(
      ['passkey.login', 'stepUp.login', 'limits.person', 'limits.account'].map((rule) => [
        rule,
        'not looked at',
      ]),
    )
  })

  it('of a platform where nobody can sign in sees nothing that comes after it', async () => {
    const page = without(/\/challenge$/, () => refusal(403, 'FORBIDDEN'))
    const { code, printed } = await checkedWith({ page })
    expect(brokenIn(printed)).toContainEqual(expect.stringMatching(/^flow\.signIn: [^;]+ 403 FORBIDDEN$/))
    expect(rulesWith(printed, 'not looked at')).toEqual(
      expect.arrayContaining([...afterSignIn, 'stepUp.login']),
    )
    expect(code).toBe(1)
  })

  it('of a platform that gives no challenge for a passkey sees no passkey', async () => {
    const page = without(/registration-options$/, () => refusal(500, 'INTERNAL_ERROR'))
    const { printed } = await checkedWith({ page })
    expect(rulesWith(printed, 'broken')).toContain('passkey.options')
    expect(rulesWith(printed, 'not looked at')).toEqual(
      expect.arrayContaining(['flow.passkey', 'flow.credential', 'passkey.once']),
    )
    expect(rulesWith(printed, 'kept')).toEqual(expect.arrayContaining(['flow.signIn', 'flow.refresh']))
  })

  it('takes no limit for broken whose period may have ended again and again while it was called', async () => {
    const started = performance.now()
    let reads = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => started + 61_000 * reads++)
    onTestFinished(() => now.mockRestore())
    const { printed } = await checkedWith({ options: { limits: false } })
    expect(rulesWith(printed, 'broken')).toContain('limits.codes')
    expect(rulesWith(printed, 'not looked at')).toEqual(
      expect.arrayContaining(['limits.lookUps', 'limits.calls']),
    )
  })

  /** Checks nothing but what comes before the checks. */
  async function behind(options: EmulatorOptions, person: object) {
    const emulator = createEmulator(options)
    const { account } = await emulator.provision(person)
    const { url, close } = await serve(emulator.fetch, { port: 0 })
    onTestFinished(close)
    const given = ['--strict', '--cookie', 'a=b', '--account', account.id, '--emulator', url]
    return runStrictly('http://localhost:1/wallet', ...given, '--service-port', '1')
  }

  it('needs an emulator that refuses what the service would', async () => {
    const { code, printed } = await behind({ mode: 'sandbox' }, { email: 'ada@example.com' })
    expect([code, printed.join()]).toEqual([2, expect.stringContaining('profile seed, in strict mode')])
  })

  it('needs an account that can sign in by a mailed code', async () => {
    const { code, printed } = await behind({}, { email: 'ada@example.com', accountType: 'INTERNAL_FIAT' })
    expect([code, printed.join()]).toEqual([1, expect.stringContaining('has no EMAIL_OTP credential')])
  })
})
