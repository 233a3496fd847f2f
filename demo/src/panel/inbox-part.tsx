/** The emulator's mail. @module */
import { credentialTypes } from 'embedded-wallet-auth'
import type { Mail } from 'embedded-wallet-auth-emulator'
import { type ReactElement, useState } from 'react'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import { useApp } from '../ui/app-context.js'
import { liveMail } from './live-mail.js'
import type { PartProps } from './part.js'
import { useSteps } from './use-steps.js'

/**
 * The key under which this tab stores when a code was last used, so that a used code does not look new after a reload.
 */
const usedKey = 'heron codes used until'

/** The part: the codes that can still be used, or one line if there are none. */
export function InboxPart({ view, leave }: PartProps): ReactElement {
  const usedAt = useUsedAt()
  const waiting = useApp().member()?.wallet.getState().unsettled ?? []
  const isAwaited = (id: string): boolean =>
    waiting.some(({ quoteId, waitsFor }) => quoteId === id && waitsFor !== undefined)
  const live =
    view === undefined
      ? []
      : liveMail(view.inbox, view.now, usedAt).filter(
          ({ quoteId }) => quoteId === undefined || isAwaited(quoteId),
        )
  const last = view?.inbox.at(-1)
  return (
    <div>
      {live.length === 0 && (
        <p className="dim">
          {last === undefined
            ? 'No mail. Codes that the service sends arrive here.'
            : `No new mail. The last code was sent at ${timeText(Date.parse(last.sentAt))}.`}
        </p>
      )}
      <ul className="mails">
        {live
          .toReversed()
          .slice(0, 3)
          .map((mail, index, newest) => {
            const isOld = newest
              .slice(0, index)
              .some(({ credentialId, quoteId }) =>
                quoteId === undefined ? credentialId === mail.credentialId : quoteId === mail.quoteId,
              )
            // Another element once the code is old, so that it no longer says what was done with it.
            return (
              <Letter key={`${mail.sentAt} ${mail.otp} ${isOld}`} mail={mail} isOld={isOld} leave={leave} />
            )
          })}
      </ul>
    </div>
  )
}

/** Returns the server's time at which a code was last used, in milliseconds. */
function useUsedAt(): number {
  const [usedAt, setUsedAt] = useState(() => Number(sessionStorage.getItem(usedKey) ?? 0))
  useSteps((step) => {
    if (step?.event !== 'verified' || step.before.flow.status !== 'verifying') return
    if (credentialTypes[step.before.flow.type].proof !== 'otp') return
    const now = serverNow()
    sessionStorage.setItem(usedKey, String(now))
    setUsedAt(now)
  })
  return usedAt
}

interface LetterProps extends Pick<PartProps, 'leave'> {
  readonly mail: Mail
  /** Whether a newer code has replaced this one. */
  readonly isOld: boolean
}

/** One mail. A click on its code enters the code into the wallet's field. */
function Letter({ mail: { to, otp, sentAt }, isOld, leave }: LetterProps): ReactElement {
  const app = useApp()
  const [said, setSaid] = useState<string>()
  /** Uses the code, and says what has become of it, here and to screen readers. */
  const use = async (): Promise<void> => {
    const say = (text: string): void => {
      setSaid(text)
      app.announce(text)
    }
    const field = document.querySelector<HTMLInputElement>('#code')
    if (field !== null) {
      field.value = otp
      leave()
      field.focus()
      return say('The code is in the field.')
    }
    try {
      await navigator.clipboard.writeText(otp)
      say('Nothing asks for a code now. It is copied.')
    } catch {
      say(`Nothing asks for a code now. It is ${[...otp].join(' ')}.`)
    }
  }
  return (
    <li className={isOld ? 'mail mail-old' : 'mail'}>
      <div className="mail-text">
        <span>{to}</span>
        <span className="dim">
          {said ??
            `${timeText(Date.parse(sentAt))} · ${isOld ? 'replaced by a newer one' : 'click the code to use it'}`}
        </span>
      </div>
      <button
        type="button"
        className="mail-code"
        aria-label={`Use the code ${[...otp].join(' ')} for ${to}`}
        onClick={() => void use()}
      >
        {otp}
      </button>
    </li>
  )
}
