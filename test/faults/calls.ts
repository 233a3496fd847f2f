/** The calls that a page can make in a schedule, and what must be true after each call that succeeds. @module */
import { type Quote, ServiceError, type Wallet } from 'embedded-wallet-auth'
import type { Play } from '../search/claims.js'
import { currentLife } from '../stage/loop.js'
import { create, sessionsAtService } from '../stage/person.js'
import type { Scene } from '../stage/scene.js'

/**
 * Reads the sessions at the service. Faults that wait for a page's read are dropped, because they would hit this one:
 * some of them only after hours.
 */
const sessionsLeft = (scene: Scene): Promise<readonly string[]> => {
  const { faults } = scene.emulator
  for (const { id, call } of faults.pending()) if (call === 'GET /auth/sessions') faults.remove(id)
  return sessionsAtService(scene)
}

export type CallName =
  | 'enter'
  | 'sign in by code'
  | 'submit'
  | 'resend'
  | 'sign in by passkey'
  | 'prepare'
  | 'sign in by callback'
  | 'leave for the provider'
  | 'come back from the provider'
  | 'cancel'
  | 'refresh'
  | 'list sessions'
  | 'revoke a session'
  | 'create a passkey'
  | 'create an OIDC credential'
  | 'revoke a credential'
  | 'privacy'
  | 'export'
  | 'pay'
  | 'pay again'
  | 'authorize'
  | 'text another code'
  | 'sign out'
  | 'lose an answer'
  | 'lose a request'
  | 'contradict an answer'

/** What a call needs. `choice` selects one of several possibilities. */
export interface Asked {
  readonly wallet: Wallet
  readonly play: Play
  readonly choice: number
  readonly signal: AbortSignal
}

const pick = <T>(all: readonly T[], choice: number): T | undefined => all[choice % Math.max(1, all.length)]

/** Revokes a credential or a session, and claims that it is gone. */
async function revoke(
  { play }: Asked,
  id: string | undefined,
  work: (id: string) => Promise<void>,
): Promise<void> {
  if (id === undefined) return
  await work(id)
  play.claims.gone.add(id)
}

/**
 * Executes a quote, and claims what the answer says. A quote that is paid must not be reported as refused, if all tabs
 * that sent it share a storage.
 */
async function pay({ wallet, play, signal }: Asked, choice: number): Promise<void> {
  const { claims, quotes, scene } = play
  const quote = pick(quotes, choice)
  if (quote === undefined) return
  const noteStorage = (): void => {
    if (wallet.getState().storage === 'memory') claims.sentAlone.add(quote.id)
  }
  noteStorage()
  try {
    const { status } = await wallet.executeQuote(quote, { signal }).finally(noteStorage)
    if (isPaid(status)) claims.paid.add(quote.id)
    if (status === 'EXPIRED' || status === 'FAILED') claims.unpaid.add(quote.id)
  } catch (error) {
    if (error instanceof ServiceError) {
      const { status } = await scene.service<Quote>('GET', `/quotes/${quote.id}`)
      if (isPaid(status) && !claims.sentAlone.has(quote.id))
        scene.odd.push(`${quote.id} is paid, and was reported as ${error.code}`)
    }
    throw error
  }
}

/**
 * Answers what a payment waits for: with a wrong code if `choice` is 0. Claims what the answer says.
 */
async function authorize({ wallet, play, choice, signal }: Asked): Promise<void> {
  const { claims, scene } = play
  const quoteId = waitingIn(play, wallet, choice)
  if (quoteId === undefined) return
  const noteStorage = (): void => {
    if (wallet.getState().storage === 'memory') claims.sentAlone.add(quoteId)
  }
  noteStorage()
  const code = choice === 0 ? 'wrong' : scene.paymentCode(quoteId)
  const { status } = await wallet.authorizeQuote(quoteId, { code, signal }).finally(noteStorage)
  if (isPaid(status)) claims.paid.add(quoteId)
  if (status === 'EXPIRED' || status === 'FAILED') claims.unpaid.add(quoteId)
}

/** The quote that waits for the person according to the wallet, or one of all quotes. */
const waitingIn = ({ quotes }: Play, wallet: Wallet, choice: number): string | undefined =>
  wallet.getState().unsettled.find(({ waitsFor }) => waitsFor !== undefined)?.quoteId ??
  pick(quotes, choice)?.id

const isPaid = (status: Quote['status']): boolean => status === 'PROCESSING' || status === 'COMPLETED'

const calls: Readonly<Record<CallName, (asked: Asked) => Promise<unknown>>> = {
  enter: async ({ wallet, play, signal }) => {
    await wallet.signIn({ type: 'EMAIL_OTP', signal })
    await wallet.submit({ otp: play.scene.otp(), signal })
  },
  'sign in by code': ({ wallet, signal }) => wallet.signIn({ type: 'EMAIL_OTP', signal }),
  submit: ({ wallet, play, choice, signal }) =>
    wallet.submit({ otp: choice === 0 ? 'wrong' : play.scene.otp(), signal }),
  resend: ({ wallet, signal }) => wallet.resend({ signal }),
  'sign in by passkey': ({ wallet, signal }) => wallet.signIn({ type: 'PASSKEY', signal }),
  prepare: ({ wallet, signal }) => wallet.prepare({ type: 'PASSKEY', signal }),
  'sign in by callback': ({ wallet, play, signal }) =>
    wallet.signIn({ type: 'OAUTH', getOidcToken: play.scene.callback, signal }),
  'leave for the provider': ({ wallet, play, signal }) =>
    wallet.signIn({ type: 'OAUTH', getOidcToken: play.scene.redirect, signal }),
  'come back from the provider': async ({ wallet, play, signal }) => {
    const oidcToken = await play.scene.token({ nonce: play.scene.nonces.at(-1) ?? 'none' })
    await wallet.submit({ oidcToken, signal })
  },
  cancel: async ({ wallet }) => wallet.cancel(),
  refresh: ({ wallet, signal }) => wallet.sessions.refresh({ signal }),
  'list sessions': ({ wallet, signal }) => wallet.sessions.list({ signal }),
  'revoke a session': async (asked) => {
    const { wallet, choice, signal } = asked
    const all = await wallet.sessions.list({ signal })
    await revoke(asked, pick(all, choice)?.id, (id) => {
      asked.play.scene.chosen.add(id)
      return wallet.sessions.revoke(id, { signal })
    })
  },
  'create a passkey': ({ wallet, play }) => create(play.scene, 'PASSKEY')(wallet),
  'create an OIDC credential': ({ wallet, play }) => create(play.scene, 'OAUTH')(wallet),
  'revoke a credential': async (asked) => {
    const { wallet, choice, signal } = asked
    // The EMAIL_OTP credential stays, so that signing in is always possible.
    const others = (await wallet.credentials.list({ signal })).filter(({ type }) => type !== 'EMAIL_OTP')
    await revoke(asked, pick(others, choice)?.id, (id) => wallet.credentials.revoke(id, { signal }))
  },
  privacy: ({ wallet, choice, signal }) => wallet.updatePrivacy({ privateEnabled: choice > 1, signal }),
  export: async ({ wallet, signal }) => (await wallet.exportWallet({ signal })).wipe(),
  pay: (asked) => pay(asked, asked.choice),
  // `npm run explore` begins after this quote was paid and the answer was lost.
  'pay again': (asked) => pay(asked, 0),
  authorize,
  'text another code': async ({ wallet, play, choice, signal }) => {
    const quoteId = waitingIn(play, wallet, choice)
    if (quoteId !== undefined) await wallet.resendQuoteCode(quoteId, { signal })
  },
  'sign out': async ({ wallet, play, choice }) => {
    const ended = play.scene.watch.expectEnd()
    // If the page dies meanwhile, only a request that was already on its way can still end something.
    currentLife()?.onDeath(() => void play.scene.quiet().then(ended))
    const { session } = wallet.getState()
    const { scene } = play
    const line = [...scene.watch.stored]
    await wallet.signOut({ revoke: choice > 0 }).finally(ended)
    if (choice > 0 && 'id' in session && wallet.getState().storage === 'indexeddb')
      for (const id of await sessionsLeft(scene))
        if (line.includes(id)) scene.odd.push(`${id} can still pay after a sign-out that resolved`)
    // A storage that has failed permanently keeps its content.
    if ('id' in session && wallet.getState().storage === 'indexeddb') play.claims.left.add(session.id)
  },
  // Not calls of a page: these happen to the next call that begins a session.
  'lose an answer': async ({ play }) => play.scene.spoil.next('answer lost'),
  'lose a request': async ({ play }) => play.scene.spoil.next('request lost'),
  'contradict an answer': async ({ play }) => play.scene.spoil.next('answer contradicts'),
}

export const callNames = Object.keys(calls) as readonly CallName[]

export const ask = (name: CallName, asked: Asked): Promise<unknown> => calls[name](asked)
