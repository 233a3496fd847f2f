/** The page's own state: who is logged in, the wallet of that person, the place in the wallet. @module */
import { createWallet, type SandboxPorts, type Wallet, type WalletState } from 'embedded-wallet-auth'
import type { Me, Welcome } from '../contract.js'
import { createWaitingFeed, type WaitingFeed } from './agents/waiting-feed.js'
import type { Tone } from './notice-box.js'
import * as platform from './platform.js'

/** Places of a signed-in wallet. */
export const places = ['home', 'send', 'agents', 'security', 'recovery'] as const

export type Place = (typeof places)[number]

/** A person, their wallet, and what it is doing. */
export interface Member {
  readonly me: Me
  readonly wallet: Wallet
}

/** Something to tell on the next screen. */
export interface News {
  readonly tone: Tone
  readonly title: string
  readonly next?: string
}

/** What views see of the page. */
export interface App {
  readonly welcome: Welcome
  /** Payments of agents that wait for the person who is logged in. */
  readonly waiting: WaitingFeed
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
  /** Reads balance and account anew. */
  reload(): Promise<void>
}

/** What a view is given: the page, and a signal that aborts when the view leaves. */
export interface Stage {
  readonly app: App
  readonly signal: AbortSignal
}

/** What a view of a wallet is given. */
export interface WalletStage extends Stage, Member {}

/** Reads who is logged in and opens their wallet. Rejects when the server is not there. */
export async function createApp(announce: (text: string) => void): Promise<App> {
  const [welcome, first] = await Promise.all([platform.welcome(), platform.me()])
  const listeners = new Set<() => void>()
  const changed = (): void => {
    for (const listener of [...listeners]) listener()
  }
  const sandbox = await sandboxFor(welcome.mode)
  let member: Member | undefined
  let news: News | undefined

  const waiting = createWaitingFeed(announce, changed)

  const open = (me: Me | undefined): void => {
    waiting.clear()
    member?.wallet.dispose()
    member = undefined
    if (me !== undefined) {
      const wallet = createWallet({
        accountId: me.account.id,
        backend: '/wallet',
        exportSigner: welcome.exportSigner,
        ...(sandbox && { sandbox }),
      })
      wallet.subscribe(changed)
      void wallet.ready.then(changed)
      member = { me, wallet }
    }
    changed()
  }

  open(first)
  addEventListener('hashchange', changed)

  return {
    welcome,
    waiting,
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
      await platform.logIn(person)
      open(await platform.me())
    },
    async logOut() {
      await platform.logOut()
      location.hash = ''
      open(undefined)
    },
    async reload() {
      const me = await platform.me()
      if (me === undefined) return open(undefined)
      if (member !== undefined) member = { ...member, me }
      changed()
    },
  }
}

/** In the sandbox, stamps and stub keys are stand-ins. Loaded only there: a page in production must not even contain them. */
async function sandboxFor(mode: Welcome['mode']): Promise<SandboxPorts | undefined> {
  if (mode !== 'sandbox') return undefined
  const { sandboxPorts } = await import('embedded-wallet-auth/sandbox')
  const { sessionKey, stamp, unsignedExport } = sandboxPorts()
  return { sessionKey, stamp, unsignedExport }
}

/** Whether a session can sign now. */
export const isSignedIn = ({ session }: WalletState): boolean =>
  session.status === 'active' || session.status === 'refreshing'
