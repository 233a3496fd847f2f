/** Walks through every state of the page for agents. @module */
import { agentName, agentsIn } from './agents-page.js'
import { signIn, type Walk } from './walker.js'

/** Two walks, so that neither is long. */
export const agentWalks: Readonly<Record<string, Walk>> = {
  'an agent': async (walker) => {
    const { heron, stop } = walker
    const agents = agentsIn(heron)
    await signIn(walker)
    await agents.open()
    await heron.wallet.getByLabel('Daily limit').fill('10')
    await heron.press('Create connection code')
    await heron.wallet.getByText('The daily limit can’t be below the limit per payment.').waitFor()
    await stop('agents-none')
    await heron.wallet.getByLabel('Daily limit').fill('100')
    await heron.press('Create connection code')
    await heron.notice(`Connection code created for ${agentName}.`).waitFor()
    await heron.button('Connect the example agent').waitFor()
    await stop('agents-code')
    await heron.press('Connect the example agent')
    await heron.wallet.getByLabel('Add money').fill('100')
    await heron.press('Move to pocket')
    await heron.dialog.waitFor()
    await stop('agents-question')
    await heron.answer('Not now')
    await heron.notice('Canceled.').waitFor()
    await stop('agents-not-agreed')
    await agents.fillPocket('100')
    await agents.giveBill('18.4', 'Tideline Electric')
    await heron.notice('Paid.').waitFor()
    await agents.giveBill('9', 'Mill Road Gym')
    await heron.notice('returned it').waitFor()
    await agents.giveBill('40')
    await agents.request('40.00').waitFor()
    await heron.button('Review').waitFor()
    await stop('agents-waiting')
  },

  'an agent reined in': async (walker) => {
    const { heron, emulator, stop } = walker
    const agents = agentsIn(heron)
    await signIn(walker)
    await agents.open()
    await agents.connect()
    await agents.giveBill('25', 'Tideline Electric')
    await agents.request('25.00').waitFor()
    await heron.press(/^Reject 25.00/)
    await heron.wallet.getByLabel('Reason').fill('I paid this one last week.')
    await stop('agents-rejecting')
    await heron.press(/^Reject payment/)
    await agents.done('I paid this one last week.').waitFor()
    await agents.giveBill('40')
    await agents.request('40.00').waitFor()
    await emulator.clock.advance(5 * 60_000)
    await heron.workbench.tellTime()
    await agents.request('rate has expired').waitFor()
    await heron.press(`Pause ${agentName}`)
    await heron.button(`Resume ${agentName}`).waitFor()
    await agents.giveBill('5')
    await heron.notice('is paused.').waitFor()
    await stop('agents-paused')
    await heron.page.route('**/demo/agents', (route) => route.abort())
    await heron.goTo('Home')
    await heron.goTo('Agents')
    await heron.button('Try again').waitFor()
    await stop('agents-unreachable')
  },
}
