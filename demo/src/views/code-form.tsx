/** The form for a code, on the sign-in screen and in the dialog that asks for a fresh proof. @module */
import { credentialTypes, type FlowState } from 'embedded-wallet-auth'
import { useSecondsUntil, useSignIn, useWallet } from 'embedded-wallet-auth/react'
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { codeLifetime } from '../../contract.js'
import { serverNow } from '../server-time.js'
import { clockText } from '../times.js'
import { Button } from '../ui/button.js'
import { Field, Form, useField } from '../ui/field.js'
import { type News, NewsRegion, Notice, ProblemNotice } from '../ui/notice.js'
import { Problems } from '../ui/use-action.js'

/** Whether a code is awaited or being checked. */
export const awaitsCode = (flow: FlowState): boolean =>
  (flow.status === 'awaitingProof' || flow.status === 'verifying') &&
  credentialTypes[flow.type].proof === 'otp'

/** After how many wrong attempts the service no longer accepts the code. */
const triesPerCode = 5

const wholeCode = /^\d{6}$/

const isWrongCode = (flow: FlowState): boolean => 'fault' in flow && flow.fault?.reason === 'Invalid OTP code'

const better = {
  RATE_LIMITED: {
    title: 'You’ve asked for too many codes.',
    next: 'The last one still works.',
    again: 'You can get another',
  },
} as const

const renewed: News = {
  tone: 'good',
  title: 'We’ve sent you a new code.',
  next: 'The previous one no longer works.',
}

interface CodeFormProps {
  /** The class of the line that says where the code was sent. */
  readonly look: 'lead' | 'soft'
  readonly submitText: string
  /** Called once a correct code was entered. */
  readonly onDone?: () => void
  /** Called when the user wants to sign in another way. */
  readonly onLeave: () => void
  readonly children?: ReactNode
}

/** The form, with the address that the code was sent to and a button for another code. */
export function CodeForm({ look, submitText, onDone, onLeave, children }: CodeFormProps): ReactElement {
  const wallet = useWallet()
  const { flow, pending, resendIn, submit, resend, ...failure } = useSignIn()
  const code = useField()
  const again = useRef<HTMLButtonElement>(null)
  const [call, setCall] = useState<'submit' | 'resend'>()
  const [news, setNews] = useState<News>()
  const [wrong, setWrong] = useState(0)
  const [sentAt, setSentAt] = useState(() => sentAtOf(flow))
  // A fault from an earlier page or another tab is shown too.
  const [fault] = useState(() => (flow.status === 'awaitingProof' ? flow.fault : undefined))
  const left = useLifetime(sentAt)
  const isSpent = wrong >= triesPerCode
  const isDead = isSpent || left === 0
  useEffect(() => code.input.current?.focus(), [code.input])

  const enter = async (): Promise<void> => {
    const otp = code.text().replace(/\s/g, '')
    if (otp === '') return code.complain('Enter the code from your email.')
    if (pending) return
    code.complain(undefined)
    setNews(undefined)
    setCall('submit')
    if (await submit({ otp })) return onDone?.()
    const tries = isWrongCode(wallet.getState().flow) ? wrong + 1 : wrong
    setWrong(tries)
    if (tries >= triesPerCode) return again.current?.focus()
    code.input.current?.select()
    code.input.current?.focus()
  }
  const renew = async (): Promise<void> => {
    setNews(undefined)
    setCall('resend')
    if (!(await resend())) return
    setWrong(0)
    setSentAt(serverNow())
    setNews(renewed)
    if (code.input.current !== null) code.input.current.value = ''
  }
  return (
    <>
      <p className={look}>
        We sent a code to <Address flow={flow} />.
      </p>
      {children}
      {/* The message may say that this code is new. */}
      <NewsRegion news={left === 0 ? undefined : news} />
      <Form onSubmit={() => void enter()} data-dead={isDead ? '' : undefined}>
        <Field
          id="code"
          label="6-digit code"
          field={code}
          hint={lifetimeText(isSpent, sentAt === undefined ? undefined : left)}
          className="input input-code"
          autoComplete="one-time-code"
          inputMode="numeric"
          spellCheck={false}
          maxLength={12}
          placeholder="······"
          onChange={({ target, isTrusted }) => {
            // A complete code that was typed or filled in by the browser is submitted without a click. A code from a
            // script is not.
            if (isTrusted && wholeCode.test(target.value.trim()) && !isDead) void enter()
          }}
        />
        <Problems of={failure} better={call === 'resend' ? better : {}}>
          {isSpent && call === 'submit' ? (
            <Notice
              tone="problem"
              title="This code no longer works."
              next="There were too many wrong attempts. Get a new one."
            />
          ) : (
            fault && call === undefined && <ProblemNotice error={fault} />
          )}
        </Problems>
        {!isDead && (
          <Button
            type="submit"
            weight="primary"
            busy={pending && call === 'submit'}
            paused={failure.retryIn > 0 && call === 'submit'}
          >
            {submitText}
          </Button>
        )}
      </Form>
      <div className="row">
        <Button
          ref={again}
          weight={isDead ? 'primary' : 'secondary'}
          busy={pending && call === 'resend'}
          paused={resendIn > 0 || (failure.retryIn > 0 && call === 'resend')}
          onClick={() => void renew()}
        >
          {resendIn > 0 ? `New code in ${clockText(resendIn)}` : 'Send a new code'}
        </Button>
        <Button weight="quiet" onClick={onLeave}>
          Try another way
        </Button>
      </div>
    </>
  )
}

/**
 * Returns when the code was mailed, in milliseconds. `undefined` while the service makes this page wait before it
 * requests another code.
 */
function sentAtOf(flow: FlowState): number | undefined {
  const at = flow.status === 'awaitingProof' ? Date.parse(flow.resendAt ?? '') : Number.NaN
  // The server's clock and this page's clock differ by the travel time of an answer.
  return at <= serverNow() + 2_000 ? at : undefined
}

/** Returns the whole seconds for which the code is still valid. `undefined` if that is not known. */
function useLifetime(sentAt: number | undefined): number | undefined {
  const end = sentAt === undefined ? undefined : new Date(sentAt + codeLifetime * 1000).toISOString()
  const left = useSecondsUntil(end)
  return end === undefined ? undefined : left
}

function lifetimeText(isSpent: boolean, left: number | undefined): string {
  // A code that was spent on wrong attempts has no time left to show.
  if (isSpent) return ' '
  if (left === undefined) return 'The code works for 5 minutes.'
  return left > 0 ? `Expires in ${clockText(left)}` : 'This code has expired. Get a new one.'
}

/** The credential's address, which may differ from the platform's address for the person. */
function Address({ flow }: { readonly flow: FlowState }): ReactElement {
  const wallet = useWallet()
  const [address, setAddress] = useState<string>()
  const credential = flow.status === 'awaitingProof' ? flow.credential : undefined
  const type = 'type' in flow ? flow.type : undefined
  useEffect(() => {
    const leaving = new AbortController()
    wallet.credentials
      .list({ signal: leaving.signal })
      .then((all) => {
        const found = all.find((each) => (credential ? each.id === credential : each.type === type))
        if (found !== undefined) setAddress(found.nickname)
      })
      .catch(() => {})
    return () => leaving.abort()
  }, [wallet, credential, type])
  return <strong>{address ?? 'your email address'}</strong>
}
