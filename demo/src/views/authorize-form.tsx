/** The form for a payment that waits for the user: for a code, or for a passkey. @module */
import type { AwaitedAuthorization, ScaFactor } from 'embedded-wallet-auth'
import { type QuoteAuthorization, useAuthorizeQuote } from 'embedded-wallet-auth/react'
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react'
import { clockText } from '../times.js'
import { useMember } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Field, Form, useField } from '../ui/field.js'
import { type News, NewsRegion, Notice } from '../ui/notice.js'
import { isAbout, Problems } from '../ui/use-action.js'
import { showInbox } from './code.js'
import { purposeText } from './payment-words.js'

const wholeCode = /^\d{6}$/

const nextStep: News = {
  tone: 'good',
  title: 'That worked. There is another step.',
  next: 'Nothing has been sent yet.',
}
const resent: News = {
  tone: 'good',
  title: 'We’ve sent you a new code.',
  next: 'The previous one no longer works.',
}
const wrongAnswer = {
  INVALID_INPUT: {
    title: 'That code is wrong or has expired.',
    next: 'Nothing was sent. Use the code from our latest text message.',
    again: 'Try again',
  },
  RATE_LIMITED: { title: 'Too many attempts.', next: 'Nothing was sent.', again: 'Try again' },
  CEREMONY_CANCELLED: 'Nothing was sent. Try again when you’re ready.',
  CEREMONY_FAILED: 'Nothing was sent. Try again.',
} as const
const tooSoon = {
  RATE_LIMITED: {
    title: 'You’ve asked for too many codes.',
    next: 'The last one still works.',
    again: 'You can get another',
  },
  OUTCOME_UNKNOWN: 'A new code may be on its way. Check your phone before you get another.',
} as const

/** The form. It goes on as long as the payment waits. */
export function AuthorizeForm({ quoteId }: { readonly quoteId: string }): ReactElement | undefined {
  const { payments } = useMember()
  const authorization = useAuthorizeQuote(quoteId)
  const { waiting, secondsLeft, authorize, resend } = authorization
  const [news, setNews] = useState<News>()
  const answer = async (code?: string): Promise<boolean> => {
    setNews(undefined)
    resend.reset()
    const quote = await authorize.run(code)
    if (quote === undefined) return false
    payments.hear(quote)
    if (quote.status === 'PENDING_AUTHORIZATION') setNews(nextStep)
    return true
  }
  const renew = async (): Promise<void> => {
    setNews(undefined)
    authorize.reset()
    if (await resend.run()) setNews(resent)
  }
  const isLost = authorize.error?.code === 'OUTCOME_UNKNOWN'
  const doubt = useEffectEvent(() => payments.doubt(quoteId))
  useEffect(() => {
    if (isLost) doubt()
  }, [isLost])
  if (waiting === undefined) return undefined
  const { waitsFor } = waiting
  if (secondsLeft === 0 && !authorize.pending) return <TimeIsUp />
  return (
    <>
      <Request waitsFor={waitsFor} />
      {wayOf(waitsFor).isTexted && (
        <p className="hint only-narrow">
          {'This is a demo, so the text message is in the workbench. '}
          <Button weight="quiet" onClick={showInbox}>
            Show the text message
          </Button>
        </p>
      )}
      <NewsRegion news={news} />
      {wayOf(waitsFor).opensDialog ? (
        <PasskeyAnswer of={authorization} onAnswer={answer} />
      ) : (
        <CodeAnswer key={waitsFor.purpose} of={authorization} onAnswer={answer} onRenew={renew} />
      )}
    </>
  )
}

function TimeIsUp(): ReactElement {
  return (
    <NewsRegion>
      <Notice
        tone="careful"
        icon="clock"
        title="The time is up."
        next="Nothing was sent. We’re waiting for the payment to end; then you can start again."
      />
    </NewsRegion>
  )
}

/** What differs between the ways to confirm a payment. */
interface Way {
  /** Asks for the answer, up to where a code was sent. `what` is what the user confirms. */
  readonly request: (what: string) => string
  /** Whether the code comes in a text message. */
  readonly isTexted?: true
  /** Whether the answer is given in a dialog of the browser. */
  readonly opensDialog?: true
}

const known: Readonly<Record<ScaFactor, Way>> = {
  SMS_OTP: { request: (what) => `To confirm ${what}, enter the code that we texted to `, isTexted: true },
  TOTP: { request: (what) => `To confirm ${what}, enter the code from your authenticator app.` },
  PASSKEY: { request: (what) => `Confirm ${what} with your passkey.`, opensDialog: true },
}
const ways: ReadonlyMap<string, Way> = new Map(Object.entries(known))
const otherWay: Way = { request: (what) => `To confirm ${what}, enter the code that you got.` }

/** The service may add factors later. All but passkeys are codes. */
const wayOf = ({ factor }: AwaitedAuthorization): Way => ways.get(factor) ?? otherWay

/** Says what is asked for, and what for. */
function Request({ waitsFor }: { readonly waitsFor: AwaitedAuthorization }): ReactElement {
  const { me } = useMember()
  const { request, isTexted } = wayOf(waitsFor)
  return (
    <p className="soft">
      {`Nothing has been sent yet. ${request(purposeText(waitsFor.purpose))}`}
      {isTexted && (
        <>
          <strong>{me.person.phoneNumber}</strong>.
        </>
      )}
    </p>
  )
}

interface AnswerProps {
  readonly of: QuoteAuthorization
  /** Resolves with whether the answer was accepted. */
  readonly onAnswer: (code?: string) => Promise<boolean>
}

function CodeAnswer({
  of: { waiting, secondsLeft, authorize, resend },
  onAnswer,
  onRenew,
}: AnswerProps & { readonly onRenew: () => Promise<void> }): ReactElement {
  const code = useField()
  useEffect(() => code.input.current?.focus(), [code.input])
  const enter = async (): Promise<void> => {
    const typed = code.text().replace(/\s/g, '')
    if (typed === '') return code.complain('Enter the code.')
    if (authorize.pending) return
    code.complain(undefined)
    if (await onAnswer(typed)) return
    code.input.current?.select()
    code.input.current?.focus()
  }
  return (
    <>
      <Form onSubmit={() => void enter()}>
        <Field
          id="code"
          label="6-digit code"
          field={code}
          isRefused={isAbout(authorize.error, 'INVALID_INPUT', 'UNAUTHORIZED')}
          hint={`Time left: ${clockText(secondsLeft)}`}
          className="input input-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={12}
          placeholder="······"
          onChange={({ target, isTrusted }) => {
            if (isTrusted && wholeCode.test(target.value.trim())) void enter()
          }}
        />
        {authorize.error?.code !== 'OUTCOME_UNKNOWN' && <Problems of={authorize} better={wrongAnswer} />}
        <Problems of={resend} better={tooSoon} />
        <Button type="submit" weight="primary" busy={authorize.pending} paused={authorize.retryIn > 0}>
          Confirm payment
        </Button>
      </Form>
      {waiting && wayOf(waiting.waitsFor).isTexted && (
        <div className="row">
          <Button
            weight="secondary"
            busy={resend.pending}
            paused={resend.retryIn > 0}
            onClick={() => void onRenew()}
          >
            {resend.retryIn > 0 ? `New code in ${clockText(resend.retryIn)}` : 'Send a new code'}
          </Button>
        </div>
      )}
    </>
  )
}

function PasskeyAnswer({ of: { secondsLeft, authorize }, onAnswer }: AnswerProps): ReactElement {
  return (
    <>
      <Problems of={authorize} better={wrongAnswer} />
      <Button
        weight="primary"
        busy={authorize.pending}
        paused={authorize.retryIn > 0}
        onClick={() => void onAnswer()}
      >
        Confirm with your passkey
      </Button>
      <p className="hint">{`Time left: ${clockText(secondsLeft)}`}</p>
    </>
  )
}
