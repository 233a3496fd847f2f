/** Payments in doubt and their outcomes. They are shown above every screen. @module */
import { quoteDetails } from 'embedded-wallet-auth'
import type { App, Member } from '../app.js'
import { isSignedIn } from '../app.js'
import { button } from '../controls.js'
import { type Child, catchFocus, el, fill } from '../dom.js'
import { type IconName, icon } from '../icons.js'
import { formatMoney } from '../money.js'
import { problemRegion, type Tone } from '../notice-box.js'
import type { Sent } from '../payments.js'
import { perform } from '../perform.js'
import { shortTime } from '../times.js'

/** Makes the region for these payments. */
export function sentPayments(app: App): HTMLElement {
  const region = el('div', { class: 'problems sent-payments', role: 'status' })
  let shown = ''
  const update = (): void => {
    const member = app.member()
    const list = member?.payments.list().filter(({ quoteId }) => !member.payments.isAttended(quoteId)) ?? []
    const key = member === undefined ? '' : list.map((sent) => keyOf(member, sent)).join()
    if (key === shown) return
    shown = key
    fill(region, member && list.map((sent) => sentBox(member, sent)))
    if (list.length > 0) catchFocus(region)
  }
  app.watch(update, new AbortController().signal)
  update()
  return region
}

/** Returns a key that changes when the box of a payment must change. */
export const keyOf = ({ wallet }: Member, { quoteId, found, outcome, payment, isUnderWay }: Sent): string =>
  [quoteId, found, outcome?.status, payment !== undefined, isUnderWay, isSignedIn(wallet.getState())].join(
    ' ',
  )

/** Makes the box of a payment: what is known about it, and what the user can do. */
export function sentBox(member: Member, sent: Sent): HTMLElement {
  const { payments } = member
  const { outcome, quoteId } = sent
  if (outcome === undefined)
    return box(
      'careful',
      isUnfinished(sent)
        ? `Your payment${toWhom(sent)} isn’t finished.`
        : `Checking your payment${toWhom(sent)}…`,
      `${startText(sent)}. ${doubtWords(member, sent)}`,
      ways(member, sent),
    )
  const [tone, title, next] = outcomeWords(sent, outcome.status)
  const ok = button('quiet', 'OK', () => payments.dismiss(quoteId), { name: `OK: ${title}` })
  return box(tone, title, next, ok, tone === 'good' ? 'check' : 'warning')
}

/** Makes the box for a screen whose heading already names the payment. */
export const doubtBox = (member: Member, sent: Sent): HTMLElement =>
  box('careful', startText(sent), doubtWords(member, sent), ways(member, sent))

/** Whether the service has not executed the payment, so that the user can finish it. */
export const isUnfinished = ({ found, isUnderWay }: Sent): boolean => found === 'pending' && !isUnderWay

const startText = (sent: Sent): string =>
  isUnfinished(sent)
    ? `${amountOf(sent)}started at ${shortTime(sent.since)}`
    : `${amountOf(sent)}sent at ${shortTime(sent.since)}`

const toWhom = ({ payment }: Sent): string => (payment === undefined ? '' : ` to ${payment.receiverName}`)

const amountOf = ({ payment }: Sent): string =>
  payment === undefined
    ? ''
    : `${formatMoney({ amount: payment.quote.totalSendingAmount, currency: payment.quote.sendingCurrency })}, `

const box = (
  tone: Tone,
  title: string,
  next: string,
  actions: Child,
  name: IconName = 'clock',
): HTMLElement =>
  el(
    'div',
    { class: `notice notice-${tone}` },
    icon(name),
    el(
      'div',
      { class: 'notice-text' },
      el('p', { class: 'notice-title' }, title),
      el('p', {}, next),
      el('div', { class: 'row notice-actions' }, actions),
    ),
  )

function doubtWords({ wallet }: Member, { isUnderWay, found, payment }: Sent): string {
  if (isUnderWay) return 'Waiting for confirmation.'
  const mayBePaid = 'Please don’t pay again: it may have gone through.'
  if (found === 'unreachable') return `We can’t reach Heron right now, but we’ll keep trying. ${mayBePaid}`
  if (found === 'nothing yet') return `We haven’t been able to confirm it yet. ${mayBePaid}`
  const act = isSignedIn(wallet.getState()) ? 'Finish it' : 'Sign in to finish it'
  const end = payment && ` If you don’t, it’s canceled at ${shortTime(payment.quote.expiresAt)}.`
  return `It hasn’t gone through yet. ${act}; you’ll only be charged once.${end ?? ''}`
}

function ways(member: Member, sent: Sent): Child {
  const { payment } = sent
  if (sent.isUnderWay) return undefined
  const problems = problemRegion()
  // The sign-in on the screen below comes first.
  if (isUnfinished(sent) && !isSignedIn(member.wallet.getState())) return undefined
  if (isUnfinished(sent) && payment !== undefined) {
    const finish = button(
      'primary',
      'Finish this payment',
      () =>
        void perform(
          { button: finish, problems },
          () =>
            member.consent.given({ operation: 'executeQuote', details: quoteDetails(payment.quote) }, () =>
              member.payments.pay(payment),
            ),
          { OUTCOME_UNKNOWN: 'We’ll keep checking. You won’t be charged twice.' },
        ),
    )
    return [finish, problems]
  }
  const check = button(
    'secondary',
    'Check now',
    () => void perform({ button: check, problems }, member.payments.check),
  )
  return [check, problems]
}

/** Describes the outcome of a payment. The service may add statuses later. */
const outcomeWords = (sent: Sent, status: string): readonly [Tone, string, string] => {
  const whom = toWhom(sent)
  const amount = amountOf(sent)
  const row = {
    COMPLETED: ['good', `Your payment${whom} went through.`, `${amount}charged once.`],
    PROCESSING: ['good', `Your payment${whom} is on its way.`, `${amount}charged once.`],
    FAILED: ['problem', `Your payment${whom} failed.`, 'Check your balance before you pay again.'],
    EXPIRED: [
      'careful',
      `Your payment${whom} wasn’t made.`,
      'No money has left your wallet. You can pay again.',
    ],
  } as const
  return status in row
    ? row[status as keyof typeof row]
    : ['careful', `Your payment${whom}: ${status}`, amount]
}
