/** Asks the person in the frame, one question at a time, and counts only a click on what they could see. @module */
import { type Clock, untilAborted, withDeadline } from '../clock.js'
import { SessionError } from '../errors.js'
import type { Confirm, ConfirmationQuestion, ConfirmationRequest } from '../index.js'
import type { FrameMessage } from '../port/messages.js'
import { withAnySignal } from '../signals.js'
import type { Page } from './page.js'

/** A question for the person, and who asks. */
export type FramedRequest = ConfirmationRequest & {
  /** The origin of the page that asks, as the browser says it: one of `parents`. Show it. */
  readonly parent: string
  /** The server’s time in milliseconds since 1970, for a countdown to `expiresAt`. */
  readonly now: () => number
}

/** An element that asks: `<wallet-confirm>`, or one of your own with a method `ask` like the option `confirm`. */
export type QuestionElement = HTMLElement & {
  /** Resolves with `true` if the person agrees. `request.signal` aborts when the answer is no longer needed. */
  ask(request: FramedRequest): Promise<boolean>
}

/** The call that the person is asked for. */
export interface Asker extends Pick<FramedRequest, 'parent' | 'now'> {
  readonly id: number
  readonly post: (message: FrameMessage) => void
}

/** How long the person may take where the wallet sets no limit, in milliseconds. */
const patience = 5 * 60_000

export interface Questions {
  /** The option `confirm` of every wallet in the frame. */
  readonly confirm: Confirm
  /** Makes a call that may ask. Rejects with `BUSY` while another one is made. */
  readonly during: <T>(asker: Asker, work: () => Promise<T>) => Promise<T>
  /** Asks for the call that is made, and not once more when the wallet does. Rejects unless the person agrees. */
  readonly ask: (question: ConfirmationQuestion, signal: AbortSignal) => Promise<void>
  /** Gives the page of the frame room while `work` shows something for the call that is made. */
  readonly showing: <T>(work: () => Promise<T>) => Promise<T>
}

export function createQuestions(
  view: QuestionElement,
  page: Pick<Page, 'watch' | 'hearEscape' | 'keepFocus'>,
  clock: Clock,
): Questions {
  let asker: Asker | undefined
  /** What the person has agreed to before the wallet asks for it. */
  let agreedTo: string | undefined

  const confirm: Confirm = async (request) => {
    // A refresh only replaces a session by another one of the same person. Everything else is asked for.
    if (request.operation === 'refreshSession') return true
    // Nobody has asked for what is to be stamped.
    if (asker === undefined) return false
    if (agreedTo === textOf(request)) return true
    const { id, post, parent, now } = asker
    const clicks = page.watch(view)
    const refused = new AbortController()
    const stopHearing = page.hearEscape(() => refused.abort())
    const letGo = page.keepFocus()
    let agreed = false
    post({ type: 'show' })
    try {
      const answer: unknown = await withAnySignal(request.signal, refused.signal, (signal) =>
        untilAborted(refused.signal, Promise.resolve(view.ask({ ...request, signal, parent, now }))),
      )
      agreed = answer === true && clicks.isAgreed() && !request.signal.aborted
    } catch (error) {
      if (!refused.signal.aborted) throw error
    } finally {
      clicks.end()
      stopHearing()
      letGo()
      post({ type: 'hide' })
    }
    // Told before anything is stamped, so that the page knows what may have happened if it hears no more.
    if (agreed) post({ type: 'acts', id })
    return agreed
  }

  return {
    confirm,
    async during(next, work) {
      if (asker !== undefined)
        throw new SessionError('BUSY', 'Another call asks the person. Wait for it to end.')
      asker = next
      try {
        return await work()
      } finally {
        asker = undefined
        agreedTo = undefined
      }
    },
    async ask(question, signal) {
      const late = (): Error => refusal()
      const asked = textOf(question)
      // A copy, because the view may change what it gets.
      const shown = structuredClone(question)
      const agreed = await withDeadline(clock, { ms: patience, late, signal }, (inner) =>
        confirm({ ...shown, signal: inner }).catch((cause: unknown) => {
          throw failure(cause)
        }),
      ).catch((error: unknown) => {
        throw signal.aborted ? new SessionError('CANCELLED', 'The call was aborted.') : error
      })
      if (!agreed) throw refusal()
      agreedTo = asked
    },
    async showing(work) {
      const shownTo = asker
      const letGo = page.keepFocus()
      shownTo?.post({ type: 'show' })
      try {
        return await work()
      } finally {
        letGo()
        shownTo?.post({ type: 'hide' })
      }
    },
  }
}

const textOf = ({ operation, details }: ConfirmationQuestion): string => JSON.stringify([operation, details])

const refusal = (): SessionError =>
  new SessionError('CONFIRMATION_REFUSED', 'The person did not agree. Nothing was sent.')

const failure = (cause: unknown): SessionError =>
  new SessionError('CONFIRMATION_FAILED', 'The view threw, so the person was not asked. Nothing was sent.', {
    cause,
  })
