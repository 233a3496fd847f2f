/** The page's state: the logged-in person, that person's wallet, and the page of the wallet that is shown. @module */
import type { SandboxPorts } from 'embedded-wallet-auth'
import type { Me, Welcome } from '../contract.js'
import { createWaitingFeed, type WaitingFeed } from './agents/waiting-feed.js'
import { createQuestions, type Questions } from './asked.js'
import { type Changes, createChanges } from './changes.js'
import { playWanted, wantedProfile } from './chosen-service.js'
import { type Member, openMember, type Step } from './member.js'
import { createNotices, type Notices } from './notices.js'
import * as platform from './platform.js'
import { type Remembered, remember, remembered } from './remembered.js'
import { createSteps } from './steps.js'
import { createTrace, type Trace } from './trace.js'

/** The pages of a signed-in wallet. */
export const places = ['home', 'send', 'agents', 'security', 'recovery'] as const

export type Place = (typeof places)[number]

/** What views use of the page. */
export interface App extends Changes, Notices {
  readonly welcome: Welcome
  /** The agents' payments that wait for the logged-in user. */
  readonly waiting: WaitingFeed
  /** What has happened in this tab, in all wallets that were open. */
  readonly trace: Trace
  /** Calls `listener` with each transition. The first listeners also get the transitions before them. */
  watchSteps(listener: (step: Step) => void): void
  member(): Member | undefined
  place(): Place
  /** The questions that are open in dialogs. */
  readonly questions: Questions
  goTo(place: Place): void
  logIn(person: string): Promise<void>
  logOut(): Promise<void>
  /** Reads the balance and the account again. */
  reload(): Promise<void>
  /** Reads the balance and the account again in every tab. Called when money may have moved. */
  moneyMoved(): void
}

/** Reads who is logged in, and everything else that the first screen needs. */
async function readFirst(): Promise<Remembered> {
  await playWanted()
  const [welcome, me] = await Promise.all([platform.welcome(), platform.me()])
  return { welcome, ...(me && { me }) }
}

/** Reads who is logged in, and opens that person's wallet. Rejects if the server does not answer. */
export async function createApp(): Promise<App> {
  const last = remembered()
  const wanted = wantedProfile()
  const early = wanted === undefined || wanted === last?.welcome.profile ? last : undefined
  const first = early ?? (await readFirst())
  let { welcome } = first
  const { changed, ...changes } = createChanges()
  const questions = createQuestions(changed)
  const notices = createNotices(changed)
  const sandbox = welcome.mode === 'sandbox' ? await sandboxPortsOfDemo() : undefined
  const tab = crypto.randomUUID()
  const trace = createTrace(tab)
  const { stepped, watch } = createSteps()
  let member: Member | undefined
  /** Whether the user has logged in or out since the page opened. */
  let hasChosen = false

  const waiting = createWaitingFeed(notices.announce, changed)

  const money = new BroadcastChannel('heron money')
  const moneyMoved = (): void => {
    money.postMessage('moved')
    void reload().catch(() => {})
  }
  const reload = async (): Promise<void> => {
    const before = member
    const me = await platform.me()
    // Another person may have logged in in the meantime.
    if (before !== member && before?.wallet !== member?.wallet) return
    if (me === undefined) return open(undefined)
    if (member !== undefined) member = { ...member, me }
    remember({ welcome, me })
    changed()
  }
  /** Updates a page that started with remembered data. */
  const catchUp = async (): Promise<void> => {
    const { welcome: read, me } = await readFirst()
    // The user has logged in or out in the meantime, so the data is current.
    if (hasChosen) return
    const isSame = me?.account.id === member?.me.account.id && read.exportSigner === welcome.exportSigner
    welcome = read
    if (!isSame || me === undefined || member === undefined) return open(me)
    member = { ...member, me }
    remember({ welcome, me })
    changed()
  }
  /** Reads again when the page becomes visible: another tab, another device or an agent may have moved money. */
  const lookAgain = (): void => {
    if (member !== undefined && document.visibilityState === 'visible') void reload().catch(() => {})
  }

  const open = (me: Me | undefined): void => {
    remember({ welcome, ...(me && { me }) })
    waiting.clear()
    member?.payments.close()
    member?.wallet.dispose()
    member = undefined
    stepped(undefined)
    if (me !== undefined)
      member = openMember({ me, welcome, sandbox, tab, trace, questions, changed, stepped, moneyMoved })
    changed()
  }

  const app: App = {
    get welcome() {
      return welcome
    },
    waiting,
    trace,
    watchSteps: watch,
    ...notices,
    ...changes,
    member: () => member,
    place: () => places.find((place) => location.hash === `#${place}`) ?? 'home',
    questions,
    goTo(place) {
      if (location.hash === `#${place}`) changed()
      else location.hash = place
    },
    async logIn(person) {
      hasChosen = true
      await platform.logIn(person)
      if (early?.welcome === welcome) welcome = await platform.welcome()
      open(await platform.me())
    },
    async logOut() {
      hasChosen = true
      await platform.logOut()
      location.hash = ''
      open(undefined)
    },
    reload,
    moneyMoved,
  }
  open(first.me)
  if (early !== undefined) void catchUp().catch(() => {})
  addEventListener('hashchange', changed)
  addEventListener('focus', lookAgain)
  addEventListener('online', lookAgain)
  document.addEventListener('visibilitychange', lookAgain)
  money.addEventListener('message', lookAgain)
  return app
}

/**
 * Loads the sandbox's ports, which replace stamps and keys. They are not imported statically, because a production page
 * must not contain them.
 */
async function sandboxPortsOfDemo(): Promise<SandboxPorts> {
  const { sandboxPorts } = await import('embedded-wallet-auth/sandbox')
  const { sessionKey, stamp, unsignedExport } = sandboxPorts()
  return { sessionKey, stamp, unsignedExport }
}
