/**
 * The page's own state: who is logged in, the wallet of that person, the place in the wallet. Long because everything that
 * views share is wired up here.
 *
 * @module
 */
import {
  type ConfirmationQuestion,
  createWallet,
  type SandboxPorts,
  type Transition,
  type Wallet,
  type WalletState,
} from 'embedded-wallet-auth'
import { type Me, tabHeader, type Welcome } from '../contract.js'
import { createWaitingFeed, type WaitingFeed } from './agents/waiting-feed.js'
import { type Consent, createConsent } from './consent.js'
import { type FreshProof, withFreshProof } from './fresh-proof.js'
import { createKept, type Kept } from './kept.js'
import type { Tone } from './notice-box.js'
import { createPayments, type Payments } from './payments.js'
import * as platform from './platform.js'
import { type QuestionWords, questionInWords } from './questions.js'
import { type Remembered, remember, remembered } from './remembered.js'
import { createTrace, type Trace } from './trace.js'
import { happeningOf } from './transition-words.js'
import { type CallWatch, watchedWallet } from './watched-wallet.js'

/** Places of a signed-in wallet. */
export const places = ['home', 'send', 'agents', 'security', 'recovery'] as const

export type Place = (typeof places)[number]

/** A person, their wallet, and what it is doing. */
export interface Member {
  readonly me: Me
  readonly wallet: Wallet
  readonly payments: Payments
  /** What was read last, for places that cannot read it again now. */
  readonly kept: Kept
  readonly consent: Consent
  readonly proof: FreshProof
  /** What is about to be signed, in words. */
  readonly words: (question: ConfirmationQuestion) => QuestionWords
}

/** What the page asks a person in dialogs, on top of any screen. Each resolves with whether the answer was yes. */
export interface Dialogs {
  readonly confirmed: (words: QuestionWords, signal: AbortSignal) => Promise<boolean>
  readonly provenAgain: (order: {
    readonly app: App
    readonly wallet: Wallet
    readonly words: QuestionWords
    readonly except: string | undefined
  }) => Promise<boolean>
}

/** Something to tell on the next screen. */
export interface News {
  readonly tone: Tone
  readonly title: string
  readonly next?: string
}

/** A transition of the wallet that is open, with the state before it; `undefined`: another wallet, or none, is open now. */
export type Step = (Transition & { readonly before: WalletState }) | undefined

/** What views see of the page. */
export interface App {
  readonly welcome: Welcome
  /** Payments of agents that wait for the person who is logged in. */
  readonly waiting: WaitingFeed
  /** What happened in this tab, whoever's wallet was open. */
  readonly trace: Trace
  /** Calls `listener` with each transition as it happens; the first ones are also told those before. */
  watchSteps(listener: (step: Step) => void): void
  member(): Member | undefined
  place(): Place
  /** Leaves a word for the screen that shows news, which may not be there yet. */
  tell(news: News): void
  /** The word that was left, once. */
  takeNews(): News | undefined
  /** Calls `listener` after each change of the wallet, the person or the place, until the signal aborts. */
  watch(listener: () => void, signal: AbortSignal): void
  goTo(place: Place): void
  /** Speaks to a screen reader. */
  announce(text: string): void
  logIn(person: string): Promise<void>
  logOut(): Promise<void>
  /** Reads balance and account again. */
  reload(): Promise<void>
  /** Money may have moved: reads balance and account again, in every tab. */
  moneyMoved(): void
}

/** What a view is given: the page, and a signal that aborts when the view leaves. */
export interface Stage {
  readonly app: App
  readonly signal: AbortSignal
}

/** What a view of a wallet is given. */
export interface WalletStage extends Stage, Member {}

/** Who is logged in, and what the page has to know before. */
async function readFirst(): Promise<Remembered> {
  const [welcome, me] = await Promise.all([platform.welcome(), platform.me()])
  return { welcome, ...(me && { me }) }
}

/** Reads who is logged in and opens their wallet. Rejects when the server is not there. */
export async function createApp(announce: (text: string) => void, dialogs: Dialogs): Promise<App> {
  const early = remembered()
  const first = early ?? (await readFirst())
  let { welcome } = first
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const sandbox = welcome.mode === 'sandbox' ? await sandboxPortsOfDemo() : undefined
  const tab = crypto.randomUUID()
  const trace = createTrace(tab)
  const stepListeners: ((step: Step) => void)[] = []
  /** Steps before the first listeners, which come after the first screen. */
  const unheard: Step[] = []
  const stepped = (step: Step): void => {
    if (stepListeners.length === 0) unheard.push(step)
    for (const listener of stepListeners) listener(step)
  }
  let member: Member | undefined
  let news: News | undefined
  /** Whether somebody has logged in or out since the page was opened. */
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
    // Somebody else may have logged in meanwhile.
    if (before !== member && before?.wallet !== member?.wallet) return
    if (me === undefined) return open(undefined)
    if (member !== undefined) member = { ...member, me }
    remember({ welcome, me })
    changed()
  }
  /** A page that began with what it remembered learns what is true. */
  const catchUp = async (): Promise<void> => {
    const { welcome: read, me } = await readFirst()
    // Somebody logs in or out meanwhile, which tells all that is needed.
    if (hasChosen) return
    const isSame = me?.account.id === member?.me.account.id && read.exportSigner === welcome.exportSigner
    welcome = read
    if (!isSame || me === undefined || member === undefined) return open(me)
    member = { ...member, me }
    remember({ welcome, me })
    changed()
  }
  /** Another tab, another device or an agent may have moved money while nobody looked here. */
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
    if (me !== undefined) {
      const underWay = new Set<string>()
      let before: WalletState | undefined
      const remembered = createKept()
      const words = (question: ConfirmationQuestion): QuestionWords => {
        const quoteId = question.operation === 'executeQuote' ? question.details.quoteId : ''
        return questionInWords(question, {
          receiverName: payments.find(quoteId)?.payment?.receiverName,
          credentials: remembered.credentials.value ?? [],
        })
      }
      const consent = createConsent((question, signal) => dialogs.confirmed(words(question), signal))
      const wallet = createWallet({
        accountId: me.account.id,
        backend: '/wallet',
        exportSigner: welcome.exportSigner,
        confirm: consent.confirm,
        headers: () => ({ [tabHeader]: tab }),
        onEvent: trace.event,
        onTransition: (transition) => {
          trace.add(happeningOf(transition, before, underWay.has('signOut')))
          const step = before && { ...transition, before }
          before = transition.state
          if (step) stepped(step)
        },
        ...(sandbox && { sandbox }),
      })
      before = wallet.getState()
      wallet.subscribe(changed)
      void wallet.ready.then(changed)
      const watched = watchedWallet(wallet, callsInto(trace, underWay))
      const payments = createPayments(watched, { describe: platform.payment, changed, moved: moneyMoved })
      const proof = withFreshProof(watched, (question) =>
        dialogs.provenAgain({
          app,
          wallet: watched,
          words: words(question),
          // What is going to be removed cannot vouch for its own removal: the service refuses that.
          except: question.operation === 'revokeCredential' ? question.details.credential : undefined,
        }),
      )
      member = { me, wallet: proof.wallet, payments, kept: remembered, consent, proof, words }
    }
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
      // Those that begin to listen together are all told.
      queueMicrotask(() => unheard.splice(0))
    },
    tell(told) {
      news = told
      changed()
    },
    takeNews() {
      const told = news
      news = undefined
      return told
    },
    member: () => member,
    place: () => places.find((place) => location.hash === `#${place}`) ?? 'home',
    watch(listener, signal) {
      listeners.add(listener)
      signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
    goTo(place) {
      if (location.hash === `#${place}`) changed()
      else location.hash = place
    },
    announce,
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

/** Enters the page's calls and their outcomes. */
const callsInto = (trace: Trace, underWay: Set<string>): CallWatch => ({
  made(call, about) {
    underWay.add(call)
    trace.begin(call, about)
  },
  resolved(call) {
    underWay.delete(call)
    trace.end(call)
  },
  rejected(call, code, message) {
    underWay.delete(call)
    trace.end(call, { code, message })
  },
})

/** In the sandbox, stamps and stub keys are stand-ins. Loaded only there: a page in production must not even contain them. */
async function sandboxPortsOfDemo(): Promise<SandboxPorts> {
  const { sandboxPorts } = await import('embedded-wallet-auth/sandbox')
  const { sessionKey, stamp, unsignedExport } = sandboxPorts()
  return { sessionKey, stamp, unsignedExport }
}

/** Whether a session can sign now. */
export const isSignedIn = ({ session }: WalletState): boolean =>
  session.status === 'active' || session.status === 'refreshing'
