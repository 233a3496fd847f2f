/**
 * `check-backend --strict`: drives a running backend through every flow, with an emulator behind it and a recorder in
 * between, and says of each rule of docs/backend-by-hand.md whether it is kept.
 * @module
 */
import type { StrictCommand } from '../arguments.js'
import { type Terminal, UsageError } from '../executable.js'
import { type Colour, paint } from '../paint.js'
import { fieldOf, textOf } from './ask.js'
import { checkAccounts } from './checks/accounts.js'
import { checkAnswers } from './checks/answers.js'
import { checkBodies } from './checks/bodies.js'
import { checkBytes } from './checks/bytes.js'
import { checkAccount, checkCredentials, checkRevocation, checkSessions } from './checks/flows.js'
import { checkHeaders } from './checks/headers.js'
import { checkLimits, checkTexts } from './checks/limits.js'
import { checkLookUps } from './checks/look-ups.js'
import { checkIds, checkOwners } from './checks/owners.js'
import { checkPayment } from './checks/payments.js'
import { checkChallenges, checkCode, checkLists, checkPasskeyCreation } from './checks/sign-in.js'
import { checkCover, checkUnproven } from './checks/step-up.js'
import { checkRoutes, checkStrangers } from './checks/strangers.js'
import { emulatorAt } from './emulator.js'
import { createJudge, type Verdict } from './judge.js'
import { createPasskey } from './keys.js'
import { type Outcome, pageAt, secretsOf } from './page.js'
import { startRecorder } from './recorder.js'
import { rules } from './rules.js'
import { holderOf, payloadOf, quoteOf, type Scene } from './scene.js'

/** The checks, in order: a sign-in decides what those after it may do, and the last ones use up the limits. */
const checks: readonly ((scene: Scene) => Promise<void>)[] = [
  checkStrangers,
  checkRoutes,
  checkUnproven,
  checkIds,
  checkOwners,
  checkLookUps,
  checkBodies,
  checkLists,
  checkCode,
  checkPasskeyCreation,
  checkCredentials,
  checkSessions,
  checkPayment,
  // After a payment, which says that executions send no text here.
  checkHeaders,
  checkAccount,
  checkCover,
  checkChallenges,
  // After a sign-in in the second login session that is not used up.
  checkAccounts,
  checkBytes,
  checkAnswers,
  // Before the credential that it needs is revoked.
  checkTexts,
  checkRevocation,
  checkLimits,
]

/** Runs the checks and prints a line for each rule. Resolves with 1 if a rule is broken, otherwise 0. */
export async function runStrict(command: StrictCommand, { print, colours }: Terminal): Promise<number> {
  const verdicts = await verdictsOf(command)
  if (command.output === 'json') print(JSON.stringify(verdicts))
  else {
    for (const { rule, result, because } of verdicts) {
      print(`${paint(result, shades[result], colours)} ${rule}: ${rules[rule]}`)
      for (const each of because) print(`  ${each}`)
    }
    const count = (result: Verdict['result']): number =>
      verdicts.filter((each) => each.result === result).length
    print(`${count('kept')} kept, ${count('broken')} broken, ${count('not looked at')} not looked at.`)
  }
  return verdicts.some(({ result }) => result === 'broken') ? 1 : 0
}

const shades: Readonly<Record<Verdict['result'], Colour>> = {
  kept: 'green',
  broken: 'red',
  'not looked at': 'yellow',
}

async function verdictsOf(command: StrictCommand): Promise<readonly Verdict[]> {
  const { account, cookie, secondCookie, secondAccount } = command
  const behind = emulatorAt(new URL(command.emulator))
  const status = await behind.control('GET', 'status')
  if (textOf(status, 'profile') !== 'seed' || textOf(status, 'mode') !== 'strict')
    throw new UsageError('The emulator must play the profile seed, in strict mode.')
  const provision = (options: object) => behind.control('POST', 'provision', options)
  const shop = textOf(await provision({ accountType: 'INTERNAL_FIAT' }), 'account.id')
  const other = await provision({ email: `${crypto.randomUUID()}@example.com` })
  const others = await holderOf(behind, textOf(other, 'account.id'), shop)
  const mine = await holderOf(behind, account, shop)
  const second = secondAccount === undefined ? undefined : await holderOf(behind, secondAccount, shop)

  const recorder = await startRecorder(command.servicePort, new URL(command.emulator))
  const judge = createJudge((text) =>
    [...new Set(recorder.heard.flatMap(secretsOf))].reduce(
      (rest, secret) => rest.replaceAll(secret, '(the secret)'),
      text,
    ),
  )
  const base = new URL(command.url)
  const origin = command.origin ?? base.origin
  const at = (given: string) => pageAt({ base, origin, cookie: given }, recorder, judge)
  try {
    const scene: Scene = {
      page: at(cookie),
      elsewhere: secondCookie === undefined ? undefined : at(secondCookie),
      nobody: at(''),
      invented: at(`${cookie.slice(0, -1)}${cookie.endsWith('x') ? 'y' : 'x'}`),
      ...{ origin, mine, others, second, behind, recorder, judge, passkey: createPasskey(), found: {} },
      async newQuote(cents) {
        const quote = await quoteOf(behind, account, shop, cents)
        return { id: textOf(quote, 'id'), payload: payloadOf(quote) }
      },
    }
    const read = (id: string) => scene.page.call({ method: 'GET', path: `/auth/credentials?accountId=${id}` })
    const canRead = ({ answer, heard }: Outcome) =>
      Array.isArray(fieldOf(answer?.value, 'data')) && heard.length > 0
    const first = await read(account)
    if (!canRead(first)) {
      if (canRead(await read(encodeURIComponent(account))))
        throw new UsageError(
          `The backend takes the colon of an id in a query only as "%3A" (${first.seen}). Pages may send either: take ":", too.`,
        )
      throw new UsageError(
        `The person of --cookie cannot read the credentials of --account through the recorder (${first.seen}). Is the backend's service http://127.0.0.1:${command.servicePort}/2025-10-13?`,
      )
    }
    if (second !== undefined && !canRead(await read(second.account)))
      throw new UsageError('The person of --cookie cannot read the credentials of --second-account.')
    for (const check of checks) await check(scene)
  } finally {
    await recorder.close()
  }
  return judge.verdicts()
}
