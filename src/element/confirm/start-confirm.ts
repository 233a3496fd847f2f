/** Runs `<wallet-confirm>`: shows the terms of a payment, asks the user, and executes the quote. @module */
import {
  type ConfirmationRequest,
  isWalletError,
  type Quote,
  type QuoteDetails,
  quoteDetails,
  type Wallet,
} from '../../index.js'
import { button, type Child, el, icon, mark, relabel, setText } from '../dom.js'
import type { Host, Running } from '../element-class.js'
import type { Messages } from '../messages/messages.js'
import { type Built, createPanel, type View, waiting } from '../panel.js'
import { type Problem, problemOf, textFor } from '../problems.js'
import { clockText, moneyText, secondsUntil, verbatim } from '../text.js'
import { type OtherQuestion, questionWords } from './questions.js'
import { essenceOf, receiverOf, termsView } from './terms.js'

/** The properties of `<wallet-confirm>`. */
export interface ConfirmProperties {
  wallet: Wallet | undefined
  quote: Quote | undefined
  receiver: string | undefined
  messages: Partial<Messages>
}

/** `<wallet-confirm>` while it is in the document. */
export interface RunningConfirm extends Running {
  readonly ask: (request: ConfirmationRequest) => Promise<boolean>
}

interface Question {
  readonly request: ConfirmationRequest
  readonly number: number
  readonly answer: (agrees: boolean) => void
  /** Called when the element leaves the document before the user has answered. */
  readonly withdraw: () => void
}

/**
 * How long a payment or another question must be visible before a click confirms it, in milliseconds. An earlier click
 * may be the second click of a double click on something else. Until then the button has `aria-disabled`, so that the
 * person sees it, and a test's click waits.
 */
const readingTime = 500

/** Starts `<wallet-confirm>`. */
export function startConfirm({ element, root, properties, emit }: Host<ConfirmProperties>): RunningConfirm {
  const panel = createPanel({
    element,
    root,
    messages: () => properties.messages,
    render: () => render(),
    online() {
      isChecked = false
      render()
    },
  })
  const { say } = panel
  let wallet: Wallet | undefined
  let unsubscribe = (): void => {}
  let quote: Quote | undefined
  /** The element's quote as the service returned it, once the quote is no longer `PENDING`. */
  let settled: Quote | undefined
  let isPaying = false
  let isChecked = false
  let problem: Problem | undefined
  /** The `essenceOf` of the terms that the user has just agreed to. `ask` accepts them once without asking. */
  let agreed: string | undefined
  let blockedUntil = 0
  let questions: readonly Question[] = []
  let count = 0

  const now = (): number => wallet?.now() ?? 0
  const isInDoubt = (): boolean =>
    quote !== undefined &&
    !isPaying &&
    (problem?.code === 'OUTCOME_UNKNOWN' ||
      wallet?.getState().unsettled.some(({ quoteId }) => quoteId === quote?.id) === true)

  /** Handles a quote that the service returned, even if the element shows another quote by then. */
  const settle = (answered: Quote): void => {
    const isOpen = answered.status === 'PENDING'
    if (answered.id === quote?.id) {
      problem = undefined
      if (!isOpen) settled = answered
    }
    if (!isOpen) emit('wallet-payment', answered)
  }

  const pay = async (): Promise<void> => {
    if (wallet === undefined || quote === undefined) return
    const paying = quote
    isPaying = true
    problem = undefined
    agreed = essenceOf(quoteDetails(paying))
    panel.takeFocus()
    render()
    try {
      settle(await wallet.executeQuote(paying))
    } catch (error) {
      const failed = problemOf(error)
      if (paying === quote) problem = failed
      if (failed.retryAfter !== undefined) blockedUntil = now() + failed.retryAfter * 1000
      if (textFor(failed, 'payment') !== undefined) emit('wallet-problem', error)
    } finally {
      isPaying = false
      agreed = undefined
      render()
      panel.takeFocus(false)
    }
  }

  /** Reads the quote again, to learn whether the payment was made. If the call fails, the payment stays in doubt. */
  const check = (): void => {
    if (wallet === undefined || quote === undefined || isPaying) return
    isChecked = true
    const asked = quote
    wallet
      .getQuote(asked.id)
      .then(settle, (error: unknown) => {
        // Only the status could be read, which is enough to end the doubt.
        if (isWalletError(error) && 'quoteStatus' in error) settle({ ...asked, status: error.quoteStatus })
      })
      .finally(() => render())
  }

  const requote = (): void => emit('wallet-requote', quote)

  /** Calls `update` when `readingTime` has passed. Returns whether it has. */
  const reading = (update: () => void): (() => boolean) => {
    let isRead = false
    setTimeout(() => {
      isRead = true
      update()
    }, readingTime)
    return () => isRead
  }

  const payment = (
    details: QuoteDetails,
    steps: { readonly agree: () => void; readonly refuse: () => void },
    isOwn: boolean,
  ): Built => {
    const expiry = el('span', { role: 'timer', part: 'expiry', translate: 'no' })
    const amount = (): string => moneyText(details.sends, panel.lang())
    const isRead = reading(() => update())
    const agree = button(say('pay', { amount: amount() }), { look: 'primary', click: steps.agree })
    const fresh = button(say('newQuote'), { look: 'primary', click: requote })
    const refuse = button(say('cancel'), { look: 'secondary', click: steps.refuse })
    const named = details.quoteId === properties.quote?.id ? properties.receiver : undefined
    const update = (): void => {
      const left = secondsUntil(Date.parse(details.expiresAt), now())
      setText(expiry, clockText(left))
      // Without a wallet, the server's time is unknown.
      expiry.closest('.row')?.toggleAttribute('hidden', wallet === undefined || left <= 0)
      const isDead = isOwn && !isPaying && (left === 0 || isOver())
      const pause = isOwn ? secondsUntil(blockedUntil, now()) : 0
      agree.hidden = isDead || (isOwn && !isSignedIn())
      mark(agree, 'aria-disabled', isPaying || pause > 0 || !isRead() ? 'true' : undefined)
      const label = isPaying ? say('paying') : say('pay', { amount: amount() })
      relabel(agree, pause > 0 ? `${label} (${verbatim(clockText(pause))})` : label)
      fresh.hidden = !isDead
      refuse.hidden = isPaying
      showNews()
    }
    return {
      heading: say('payHeading'),
      body: [
        ...termsView(details, { say, lang: panel.lang(), named, expiry }),
        el('div', { class: 'actions', part: 'actions' }, agree, fresh, refuse),
      ],
      update,
    }
  }

  /** Whether the current problem means that the quote can no longer be paid. */
  const isOver = (): boolean => ['payRefused', 'quoteExpired', 'lowBalance'].includes(words() ?? '')
  const isSignedIn = (): boolean => 'id' in (wallet?.getState().session ?? {})

  /** Returns the amount and the receiver, so that the user sees which payment is meant. */
  const summary = (of: Quote): readonly Child[] =>
    termsView(quoteDetails(of), { say, lang: panel.lang(), named: properties.receiver })

  const outcome = (done: Quote): View => ({
    key: `outcome ${done.status}`,
    build: () => {
      const details = quoteDetails(done)
      const { name } = receiverOf(details, properties.receiver, say)
      if (done.status === 'COMPLETED')
        return {
          picture: icon('done'),
          heading: say('paidHeading'),
          text: say('paid', { receiver: name, amount: moneyText(details.receives, panel.lang()) }),
        }
      if (done.status !== 'FAILED' && done.status !== 'EXPIRED')
        return { heading: say('onItsWayHeading'), text: say('onItsWay'), body: summary(done) }
      // A failed payment may have taken money that is still to be returned, so it is not offered again.
      const again =
        done.status === 'EXPIRED' ? [button(say('newQuote'), { look: 'primary', click: requote })] : []
      return { heading: say('notPaidHeading'), text: say('notPaid'), body: again }
    },
  })

  const doubt = (): View => ({
    key: 'doubt',
    build: () => ({
      heading: say('doubtHeading'),
      text: say('doubt'),
      body: [
        ...(quote ? summary(quote) : []),
        // Without a session, the quote cannot be executed, but it can be read.
        button(say('tryAgain'), { look: 'primary', click: () => (isSignedIn() ? void pay() : check()) }),
      ],
    }),
  })

  const other = (question: OtherQuestion, steps: { agree: () => void; refuse: () => void }): Built => {
    const { heading, text, facts } = questionWords(question)
    const shown: Child[] = facts.map((fact) => el('p', { class: 'mono', part: 'fact' }, verbatim(fact)))
    const agree = button(say('agree'), { look: 'primary', click: steps.agree })
    mark(agree, 'aria-disabled', 'true')
    reading(() => mark(agree, 'aria-disabled', undefined))
    return {
      heading: say(heading),
      text: text && say(text),
      body: [
        ...shown,
        el(
          'div',
          { class: 'actions', part: 'actions' },
          agree,
          button(say('cancel'), { look: 'secondary', click: steps.refuse }),
        ),
      ],
    }
  }

  const asked = ({ request, number, answer }: Question): View => ({
    key: `question ${number}`,
    build: () => {
      const steps = { agree: () => answer(true), refuse: () => answer(false) }
      return request.operation === 'executeQuote'
        ? payment(request.details, steps, false)
        : other(request, steps)
    },
  })

  const view = (): View | undefined => {
    const [question] = questions
    if (question) return asked(question)
    if (quote === undefined) return undefined
    if (wallet === undefined || wallet.getState().session.status === 'restoring')
      return {
        key: 'loading',
        build: () => ({ heading: say('payHeading'), body: [waiting(say('loading'))], isBusy: true }),
      }
    const done = settled ?? (quote.status === 'PENDING' ? undefined : quote)
    if (done) return outcome(done)
    if (isInDoubt()) {
      if (!isChecked) check()
      return doubt()
    }
    const details = quoteDetails(quote)
    return {
      key: `review ${essenceOf(details)} ${properties.receiver}`,
      build: () =>
        payment(details, { agree: () => void pay(), refuse: () => emit('wallet-cancel', quote) }, true),
    }
  }

  const words = (): keyof Messages | undefined => problem && textFor(problem, 'payment')

  const showNews = (): void => {
    const isReady = quote !== undefined && wallet?.getState().session.status !== 'restoring'
    const isReview =
      isReady && questions.length === 0 && !settled && quote?.status === 'PENDING' && !isInDoubt()
    const isExpired = !isPaying && Date.parse(quote?.expiresAt ?? '') <= now()
    const status = isExpired ? 'quoteExpired' : isSignedIn() ? undefined : 'signInFirst'
    panel.tell(isReview && wallet !== undefined ? { problem: words(), status } : {})
  }

  const render = (): void => {
    if (wallet !== properties.wallet) {
      unsubscribe()
      wallet = properties.wallet
      unsubscribe = wallet?.subscribe(() => render()) ?? (() => {})
    }
    if (quote !== properties.quote) {
      quote = properties.quote
      settled = problem = undefined
      isChecked = false
      blockedUntil = 0
    }
    const next = view()
    if (next === undefined) panel.hide()
    else panel.show(next)
    showNews()
  }

  const ask: RunningConfirm['ask'] = (request) => {
    if (request.signal.aborted) return Promise.resolve(false)
    if (request.operation === 'executeQuote' && agreed === essenceOf(request.details)) {
      agreed = undefined
      return Promise.resolve(true)
    }
    const asked = new Promise<boolean>((resolve, reject) => {
      count += 1
      const end = (agrees: boolean): void => {
        questions = questions.filter((each) => each !== question)
        request.signal.removeEventListener('abort', stop)
        panel.takeFocus()
        emit('wallet-answer', { operation: request.operation, agrees })
        render()
      }
      const answer = (agrees: boolean): void => {
        resolve(agrees)
        end(agrees)
      }
      const withdraw = (): void => {
        reject(new Error('The element has left the document before the user answered.'))
        end(false)
      }
      const stop = (): void => answer(false)
      const question: Question = { request, number: count, answer, withdraw }
      questions = [...questions, question]
      request.signal.addEventListener('abort', stop)
      panel.takeFocus()
      render()
      emit('wallet-question', { operation: request.operation })
    })
    // A page that does not wait for the answer must not see an uncaught error.
    asked.catch(() => {})
    return asked
  }

  render()
  return {
    ask,
    changed() {
      panel.translate()
      render()
    },
    focus: panel.focus,
    stop() {
      for (const { withdraw } of questions) withdraw()
      unsubscribe()
      panel.stop()
    },
  }
}
