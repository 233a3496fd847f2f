import { expect, test } from './demo-fixtures.js'
import type { Heron } from './heron-page.js'

/** Expects that the highlighted states are those of `getState()`. */
async function agree({ workbench }: Heron, session: string, flow: string): Promise<void> {
  await expect(workbench.lit('Session')).toHaveText(session)
  await expect(workbench.lit('Flow')).toHaveText(flow)
  const state = await workbench.state()
  expect([state.session.status, state.flow.status]).toEqual([session, flow])
}

test('the inspector lights the state of the wallet at each step, and the actions list the steps', {
  tag: '@long',
}, async ({ heron }) => {
  const { workbench } = heron
  await expect(workbench.lit('Flow')).toHaveCount(0)
  await heron.logInAs('Ada Lovelace')
  await agree(heron, 'none', 'idle')
  await heron.askForCode()
  await agree(heron, 'none', 'awaitingProof')
  await heron.enterCode('WRONG1')
  await heron.notice('That code is wrong').waitFor()
  await agree(heron, 'none', 'awaitingProof')
  await expect(workbench.happenings.filter({ hasText: 'fault: UNAUTHORIZED' })).toContainText('the service')
  await heron.takeCodeFromInbox()
  await heron.press('Sign in')
  await heron.balance.waitFor()
  await agree(heron, 'active', 'idle')
  const moves = (await workbench.story()).flatMap(
    (text) => /flow: ([a-zA-Z]+ → (?:idle|challenging|awaitingProof|verifying))/.exec(text)?.[1] ?? [],
  )
  expect(moves).toEqual([
    'idle → challenging',
    'challenging → awaitingProof',
    'awaitingProof → verifying',
    'verifying → awaitingProof',
    'awaitingProof → verifying',
    'verifying → idle',
  ])
  await expect(workbench.taken('Flow')).toHaveCount(4)
  await expect(workbench.taken('Session').last()).toHaveAttribute('data-age', '0')
  await heron.press('Sign out')
  await agree(heron, 'none', 'idle')
  await expect(workbench.happenings.filter({ hasText: 'Signed out' })).toHaveCount(1)
  await heron.page.getByRole('button', { name: 'Switch to another customer' }).click()
  await expect(workbench.lit('Flow')).toHaveCount(0)
  await expect(workbench.taken('Flow')).toHaveCount(0)
})

test('the actions show a payment whose answer is lost and what to do next, and what was stamped', {
  tag: '@long',
}, async ({ heron }) => {
  const { workbench } = heron
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await workbench.arm('Execute a payment', 'Lose the answer')
  await heron.goTo('Send')
  const quoted = heron.page.waitForResponse(/\/demo\/quotes$/).then((answer) => answer.json())
  await heron.askForOffer('25', 'Grace Hopper')
  const { payloadToSign }: { readonly payloadToSign?: string } = await quoted
  await heron.confirmAndSend()
  const lost = workbench.happenings.filter({ hasText: 'executeQuote was rejected: OUTCOME_UNKNOWN' })
  await expect(lost).toContainText(/again/)
  await agree(heron, 'active', 'idle')
  const call = workbench.calls.filter({ hasText: '/execute' }).first()
  await call.locator('summary').click()
  await expect(call).toContainText(`payloadToSign, as stamped:\n${payloadToSign}`)
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
})

test('the inspector also draws another tab’s session, and a jump of the clock ends it in both tabs', {
  tag: '@long',
}, async ({ heron, openHeronTab }) => {
  await heron.logInAs('Ada Lovelace')
  const other = await openHeronTab()
  await other.button(/^Email a code/).waitFor()
  await heron.signInByCode()
  await agree(other, 'active', 'idle')
  await expect(other.workbench.happenings.filter({ hasText: 'Another tab’s session' })).toContainText(
    'another tab',
  )
  await heron.workbench.moveClockOn(15)
  for (const tab of [heron, other]) {
    await expect(tab.workbench.lit('Session')).toHaveText('none')
    await agree(tab, 'none', 'idle')
    await expect(tab.workbench.happenings.filter({ hasText: 'has expired' })).toContainText('the clock')
  }
})

test('a tab says that it is cut off, and works again once it is reconnected', { tag: '@long' }, async ({
  heron,
}) => {
  await heron.logInAs('Ada Lovelace')
  await heron.button(/^Email a code/).waitFor()
  await heron.workbench.play('Go offline')
  await expect(heron.page.getByText('You’re offline.')).toBeVisible()
  await heron.press(/^Email a code/)
  await expect(heron.notice('We can’t reach Heron.')).toBeVisible()
  await expect(heron.workbench.happenings.filter({ hasText: 'signIn was rejected: NETWORK' })).toBeVisible()
  await heron.workbench.play('Go back online')
  await expect(heron.page.getByText('You’re offline.')).toBeHidden()
  await heron.askForCode()
  await agree(heron, 'none', 'awaitingProof')
})
