/** The page's state: the logged-in person, that person's wallet, and the page of the wallet that is shown. @module */
import type { SandboxPorts } from 'embedded-wallet-auth'
import type { Me, Welcome } from '../contract.js'
import { createWaitingFeed, type WaitingFeed } from './agents/waiting-feed.js'
import { createQuestions, type Questions } from './asked.js'
import { playWanted, wantedProfile } from './chosen-service.js'
import { type Member, openMember, type Step } from './member.js'
import * as platform from './platform.js'
import { type Remembered, remember, remembered } from './remembered.js'
import { createTrace, type Trace } from './trace.js'
import type { News } from './ui/notice.js'

/** The pages of a signed-in wallet. */
export const places = ['home', 'send', 'agents', 'security', 'recovery'] as const

export type Place = (typeof places)[number]

/** What views use of the page. */
export interface App {
  readonly welcome: Welcome
  /** The agents' payments that wait for the logged-in user. */
  readonly waiting: WaitingFeed
  /** What has happened in this tab, in all wallets that were open. */
  readonly trace: Trace
  /** Calls `listener` with each transition. The first listeners also get the transitions before them. */
  watchSteps(listener: (step: Step) => void): void
  member(): Member | undefined
  place(): Place
  /** Stores a notice for the next screen that shows notices. */
  tell(news: News): void
  /** Returns the stored notice. */
  news(): News | undefined
  /** Removes the stored notice. Called by the screen that shows it. */
  takeNews(): void
  /** Calls `listener` each time the wallet, the person or the shown page changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void
  /** Returns a number that grows with each change. */
  version(): number
  /** The questions that are open in dialogs. */
  readonly questions: Questions
  goTo(place: Place): void
  /** Announces a text to screen readers. */
  announce(text: string): void
  /** Returns the text that was announced last. */
  announcement(): string
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
  const listeners = new Set<() => void>()
  let version = 0
  const changed = (): void => {
    version += 1
    for (const listener of [...listeners]) listener()
  }
  const questions = createQuestions(changed)
  let announcement = ''
  const announce = (text: string): void => {
    announcement = text
    changed()
  }
  const sandbox = welcome.mode === 'sandbox' ? await sandboxPortsOfDemo() : undefined
  const tab = crypto.randomUUID()
  const trace = createTrace(tab)
  const stepListeners: ((step: Step) => void)[] = []
  /** Steps that happened before the first listeners were added, which is after the first screen. */
  const unheard: Step[] = []
  const stepped = (step: Step): void => {
    if (stepListeners.length === 0) unheard.push(step)
    for (const listener of stepListeners) listener(step)
  }
  let member: Member | undefined
  let news: News | undefined
  /** Whether the user has logged in or out since the page opened. */
  let hasChosen = false

  const waiting = createWaitingFeed(announce, changed)

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
    watchSteps(listener) {
      stepListeners.push(listener)
      for (const step of unheard) listener(step)
      // In a microtask, so that all listeners that are added in the same task get the steps.
      queueMicrotask(() => unheard.splice(0))
    },
    tell(told) {
      news = told
      changed()
    },
    news: () => news,
    takeNews() {
      news = undefined
    },
    member: () => member,
    place: () => places.find((place) => location.hash === `#${place}`) ?? 'home',
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    questions,
    goTo(place) {
      if (location.hash === `#${place}`) changed()
      else location.hash = place
    },
    announce,
    announcement: () => announcement,
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
