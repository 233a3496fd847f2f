/**
 * Runs every script of the red team, before and after the sign-in, against the library alone and against the default
 * policy.
 * @module
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { answer, frameOf } from '../framed/framed-shop.js'
import { type WalletCalls, walletCalls } from '../wallet-calls.js'
import { type Gain, type Loot, worth } from './loot.js'
import { type Gets, type HostileScript, hostileScripts } from './scripts.js'
import { type AttackedStack, type Policy, serveAttacked } from './stack.js'
import { arm } from './tools.js'

interface Column {
  readonly name: string
  readonly policy: Policy
  /** Whether the scripts enter the page before or after the sign-in. */
  readonly when: 'before' | 'after'
  /** What happens between the sign-in and the scripts that need a proof. */
  readonly meanwhile?: 'spent' | 'aged'
  readonly keyDelivery?: 'client-held'
  /** The wallet is in a frame of another origin, and the scripts in the page around it. */
  readonly place?: 'framed'
  readonly expected: (gets: Gets) => Gain | undefined
}

const columns: readonly Column[] = [
  {
    name: 'there before the sign-in, against the library alone',
    policy: 'library',
    when: 'before',
    expected: ({ before }) => before[0],
  },
  {
    name: 'there before the sign-in, against the policy',
    policy: 'policy',
    when: 'before',
    expected: ({ before }) => before[1],
  },
  {
    name: 'arriving a second after the sign-in, against the library alone',
    policy: 'library',
    when: 'after',
    expected: ({ after }) => after[0],
  },
  {
    name: 'arriving a second after the sign-in, against the policy',
    policy: 'policy',
    when: 'after',
    expected: ({ after }) => after[1],
  },
  {
    name: 'arriving after another operation has spent the proof, against the policy',
    policy: 'policy',
    when: 'after',
    meanwhile: 'spent',
    expected: ({ later }) => later?.[0],
  },
  {
    name: 'arriving when the proof is past `maxAge`, against the policy',
    policy: 'policy',
    when: 'after',
    meanwhile: 'aged',
    expected: ({ later }) => later?.[1],
  },
  {
    name: 'there before a sign-in with client-held keys, against the library alone',
    policy: 'library',
    when: 'before',
    keyDelivery: 'client-held',
    expected: ({ held }) => held[0],
  },
  {
    name: 'arriving a second after a sign-in with client-held keys, against the library alone',
    policy: 'library',
    when: 'after',
    keyDelivery: 'client-held',
    expected: ({ held }) => held[1],
  },
  ...(['before', 'after'] as const).flatMap((when) =>
    ([undefined, 'client-held'] as const).map(
      (keyDelivery): Column => ({
        name: `in a page around the wallet’s frame, ${when} a sign-in with ${keyDelivery ?? 'sealed'} keys, against the library alone`,
        policy: 'library',
        when,
        ...(keyDelivery && { keyDelivery }),
        place: 'framed',
        expected: () => 'nothing',
      }),
    ),
  ),
]

for (const column of columns) {
  test(`scripts ${column.name} get what the threat model says`, { tag: '@long' }, async ({ context }) => {
    const stack = await serveAttacked(column.policy, column.keyDelivery, column.place)
    try {
      expect(await played(context, stack, column)).toEqual(
        Object.fromEntries(
          scriptsOf(column).map(({ tries, gets }) => [tries, column.expected(gets) ?? 'not run']),
        ),
      )
    } finally {
      for (const page of context.pages()) await page.close()
      await stack.close()
    }
  })
}

const scriptsOf = ({ expected }: Column): readonly HostileScript[] =>
  hostileScripts.filter(({ gets }) => expected(gets) !== undefined)

async function played(
  context: BrowserContext,
  stack: AttackedStack,
  column: Column,
): Promise<Readonly<Record<string, Gain>>> {
  const { accountId, otherOrigin, emulator, origin } = stack
  const given = { accountId, otherOrigin, backend: stack.backend }
  const scripts = scriptsOf(column)
  const ofStage = (stage: HostileScript['stage']): readonly HostileScript[] =>
    scripts.filter((script) => script.stage === stage)
  const early = [...ofStage('batch'), ...ofStage('proof')].flatMap(({ install }) => install ?? [])
  const gains: Record<string, Gain> = {}

  const open = async (installs: readonly (() => void)[]): Promise<[Page, WalletCalls]> => {
    const page = await context.newPage()
    // Combined into one script, because the order of several init scripts is not defined.
    const sources = installs.map((install) => `({ ${install} }).install()`)
    await page.addInitScript({ content: [`(${arm})(${JSON.stringify(given)})`, ...sources].join(';\n') })
    const { exportSigner, otpSigner } = emulator
    const options = JSON.stringify({ accountId, exportSigner, keyDelivery: stack.keyDelivery, otpSigner })
    if (column.place === 'framed') {
      await page.goto(`${origin}/login`)
      await page.goto(`${origin}/framed`)
    } else await page.goto(`${origin}/strict?${new URLSearchParams({ options })}`)
    await page.evaluate(() => harness.wallet.ready)
    return [page, walletCalls(page)]
  }
  const signIn = async (wallet: WalletCalls): Promise<void> => {
    // The service sends three codes per minute, and the backend allows ten in ten minutes.
    await emulator.clock.advance(121_000)
    await wallet.askForCode()
    await wallet.enterCode(emulator.inbox.latest(stack.email)?.otp ?? '')
  }
  /** A script of the page around the frame finds no record that it could change. */
  const unlessFramed = (error: unknown): void => {
    if (column.place !== 'framed') throw error
  }
  const harvest = async (page: Page, { tries, harvest }: HostileScript): Promise<void> => {
    const trying: Promise<Loot> = page.evaluate(harvest).catch(() => ({}))
    if (column.place === 'framed') await answerUntil(page, trying)
    const loot = await trying
    // A script that cannot see the wallet's storage does not know whether it has broken anything.
    const isIntact = column.place === 'framed' && (await stateAfter(page)) === 'active'
    gains[tries] = await worth(stack, isIntact ? { ...loot, denial: false } : loot)
    stack.keys.length = 0
  }

  const [page, wallet] = await open(column.when === 'before' ? early : [])
  await signIn(wallet)
  if (column.meanwhile === 'spent') await wallet.createOauth()
  if (column.meanwhile === 'aged') await emulator.clock.advance(301_000)
  else await emulator.clock.advance(1_000)
  if (column.when === 'after') for (const install of early) await page.evaluate(install)

  for (const script of ofStage('proof')) {
    // Each script has its own fresh proof, unless the column is about used or old proofs.
    if (column.meanwhile === undefined && column.policy === 'policy') {
      await signIn(wallet)
      await emulator.clock.advance(1_000)
    }
    await harvest(page, script)
  }
  for (const script of ofStage('batch')) await harvest(page, script)
  await page.close()

  for (const script of [...ofStage('signIn'), ...ofStage('last')]) {
    const [page, wallet] = await open([])
    if (script.stage === 'last') await signIn(wallet)
    else {
      await emulator.clock.advance(121_000)
      await wallet.askForCode()
      if (script.beforeReload) {
        await page.evaluate(script.beforeReload).catch(unlessFramed)
        await wallet.reload()
      }
      if (script.install) await page.evaluate(script.install).catch(unlessFramed)
      await wallet.enterCode(emulator.inbox.latest(stack.email)?.otp ?? '').catch(() => {})
    }
    await harvest(page, script)
    await page.close()
  }
  return gains
}

/** The person agrees to what they have asked for themselves, a change of privacy, and to nothing else. */
async function answerUntil(page: Page, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false
  void ended.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    await page.waitForTimeout(100)
    const view = frameOf(page)
    const question = view.locator('wallet-confirm[data-operation] button.primary').filter({ visible: true })
    if (hasEnded || (await question.count()) === 0) continue
    const operation = await view.locator('wallet-confirm').getAttribute('data-operation')
    await answer(view, operation === 'updatePrivacy' ? 'agree' : 'refuse').catch(() => {})
  }
}

/** Resolves with the status of the session as the page sees it. */
async function stateAfter(page: Page): Promise<string> {
  const wallet = walletCalls(page)
  await page.evaluate(() => harness.wallet.ready)
  return (await wallet.state()).session.status
}
