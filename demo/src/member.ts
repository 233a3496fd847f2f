/** Opens the wallet of a person, with what the page keeps beside it. @module */
import {
  type ConfirmationQuestion,
  createWallet,
  type SandboxPorts,
  type Transition,
  type Wallet,
  type WalletState,
} from 'embedded-wallet-auth'
import { type Me, tabHeader, type Welcome } from '../contract.js'
import type { Questions } from './asked.js'
import { chosenKeys } from './chosen-service.js'
import { type Consent, createConsent } from './consent.js'
import { type FreshProof, withFreshProof } from './fresh-proof.js'
import { createKept, type Kept } from './kept.js'
import { createPayments, type Payments } from './payments.js'
import * as platform from './platform.js'
import { type QuestionWords, questionInWords } from './questions.js'
import type { Trace } from './trace.js'
import { happeningOf } from './transition-words.js'
import { type CallWatch, watchedWallet } from './watched-wallet.js'

/** A person, the person's wallet, and what the wallet is doing. */
export interface Member {
  readonly me: Me
  readonly wallet: Wallet
  readonly payments: Payments
  /** The lists as last read, for pages that cannot read them again now. */
  readonly kept: Kept
  readonly consent: Consent
  readonly proof: FreshProof
  /** Describes what is about to be signed. */
  readonly words: (question: ConfirmationQuestion) => QuestionWords
}

/**
 * A transition of the open wallet, with the state before it. `undefined` if another wallet was opened, or the wallet
 * was closed.
 */
export type Step = (Transition & { readonly before: WalletState }) | undefined

/** What a wallet needs of the page. */
interface Surroundings {
  readonly me: Me
  readonly welcome: Welcome
  readonly sandbox: SandboxPorts | undefined
  /** The id of this tab. */
  readonly tab: string
  readonly trace: Trace
  readonly questions: Questions
  readonly changed: () => void
  readonly stepped: (step: Step) => void
  readonly moneyMoved: () => void
}

/** Opens the wallet. */
export function openMember({
  me,
  welcome,
  sandbox,
  tab,
  trace,
  questions,
  changed,
  stepped,
  moneyMoved,
}: Surroundings): Member {
  const underWay = new Set<string>()
  let before: WalletState | undefined
  const kept = createKept()
  const words = (question: ConfirmationQuestion): QuestionWords => {
    const quoteId = question.operation === 'executeQuote' ? question.details.quoteId : ''
    return questionInWords(question, {
      receiverName: payments.find(quoteId)?.payment?.receiverName,
      credentials: kept.credentials.value ?? [],
    })
  }
  const consent = createConsent((question, signal) => questions.agreed(words(question), signal))
  const wallet = createWallet({
    accountId: me.account.id,
    backend: '/wallet',
    exportSigner: welcome.exportSigner,
    ...chosenKeys(welcome),
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
    questions.proven(
      words(question),
      // The service does not let a credential confirm its own removal.
      question.operation === 'revokeCredential' ? question.details.credential : undefined,
    ),
  )
  return { me, wallet: proof.wallet, payments, kept, consent, proof, words }
}

/** Returns callbacks that record the page's calls, and how they ended, in the trace. */
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

/** Whether there is a session that can sign. */
export const isSignedIn = ({ session }: WalletState): boolean =>
  session.status === 'active' || session.status === 'refreshing'
