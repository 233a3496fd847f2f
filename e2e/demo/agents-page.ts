/** The page object of the page for agents. It finds elements by their accessible names. @module */
import type { Locator } from '@playwright/test'
import type { Heron } from './heron-page.js'

/** The page “Agents” of one tab. */
export interface AgentsPage {
  /** The balance of the pocket, such as `60.00 USDB`. */
  readonly pocket: Locator
  /** The link in the navigation. Its name contains the badge. */
  readonly link: Locator
  /** A payment that waits for approval. */
  request(text: string | RegExp): Locator
  /** The card of an agent. */
  agent(name: string): Locator
  /** A line of the history. */
  done(text: string | RegExp): Locator
  open(): Promise<void>
  fillPocket(amount: string): Promise<void>
  /** Creates an agent with the limits that the form proposes, and lets the example agent redeem the code. */
  connect(): Promise<void>
  /** Gives the agent a bill from its pocket. */
  giveBill(amount: string, payee?: string): Promise<void>
}

/** The name that the form proposes. */
export const agentName = 'Bill payer'

/** Returns the page object for a tab of the demo. */
export function agentsIn(heron: Heron): AgentsPage {
  const { wallet } = heron
  const section = (heading: string): Locator =>
    wallet.locator('section').filter({ has: heron.page.getByRole('heading', { name: heading, level: 2 }) })
  const agents: AgentsPage = {
    pocket: section('Pocket for agents').locator('.pocket-figure'),
    link: wallet.getByRole('navigation').getByRole('link', { name: /^Agents/ }),
    request: (text) => section('Waiting for your approval').getByRole('listitem').filter({ hasText: text }),
    agent: (name) => wallet.getByRole('region', { name, exact: true }),
    done: (text) => section('Agent activity').getByRole('listitem').filter({ hasText: text }),
    async open() {
      await heron.goTo('Agents')
      await agents.pocket.waitFor()
    },
    async fillPocket(amount) {
      await wallet.getByLabel('Add money').fill(amount)
      await heron.press('Move to pocket')
      await heron.answer(/^Send/)
      await heron.notice('moved to the pocket').waitFor()
    },
    async connect() {
      await heron.press('Create connection code')
      await heron.press('Connect the example agent')
      await heron.notice(`${agentName} is connected.`).waitFor()
    },
    async giveBill(amount, payee = 'Grace Hopper') {
      const card = agents.agent(agentName)
      const option = card.getByLabel('Bill from').locator('option').filter({ hasText: payee })
      await card.getByLabel('Bill from').selectOption((await option.getAttribute('value')) ?? '')
      await card.getByLabel('Bill amount').fill(amount)
      await card.getByRole('button', { name: 'Ask agent to pay' }).click()
    },
  }
  return agents
}
