/** The state of the form for a code: its tries, its messages, and how long the code is still valid. @module */
import { credentialTypes, type Fault, type FlowState, isProofRefused } from 'embedded-wallet-auth'
import { type SignIn, useSecondsUntil, useSignIn, useWallet } from 'embedded-wallet-auth/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { codeLifetime } from '../../contract.js'
import { serverNow } from '../server-time.js'
import { clockText } from '../times.js'
import { type FieldState, useField } from '../ui/field.js'
import type { News } from '../ui/notice.js'

/** Whether a code is awaited or being checked. */
export const awaitsCode = (flow: FlowState): boolean =>
  (flow.status === 'awaitingProof' || flow.status === 'verifying') &&
  credentialTypes[flow.type].proof === 'otp'

/** After how many wrong attempts the service no longer accepts the code, at the latest. */
const triesPerCode = 5

const isWrongCode = (flow: FlowState): boolean =>
  'fault' in flow && flow.fault !== undefined && isProofRefused(flow.fault)

const renewed: News = {
  tone: 'good',
  title: 'We’ve sent you a new code.',
  next: 'The previous one no longer works.',
}

/** The form: what `useSignIn` says, and what the user has done so far. */
export interface CodeForm extends Pick<SignIn, 'flow' | 'pending' | 'error' | 'retryIn' | 'resendIn'> {
  readonly code: FieldState
  /** The button for another code. It gets the focus when the code no longer works. */
  readonly again: RefObject<HTMLButtonElement | null>
  /** The call that was made last. */
  readonly call: 'submit' | 'resend' | undefined
  readonly news: News | undefined
  /** A fault from an earlier page or another tab. */
  readonly fault: Fault | undefined
  /** Whether the code that was entered last is wrong or too old. */
  readonly isWrong: boolean
  /** Whether there were too many wrong attempts. */
  readonly isSpent: boolean
  /** Whether the code no longer works. */
  readonly isDead: boolean
  readonly lifetime: string
  readonly enter: () => Promise<void>
  readonly renew: () => Promise<void>
}

/** Returns the form. Calls `onDone` once a correct code was entered. */
export function useCodeForm(onDone: () => void): CodeForm {
  const wallet = useWallet()
  const { flow, pending, error, retryIn, resendIn, submit, resend } = useSignIn()
  const code = useField()
  const again = useRef<HTMLButtonElement>(null)
  const [call, setCall] = useState<CodeForm['call']>()
  const [news, setNews] = useState<News>()
  const [wrong, setWrong] = useState(0)
  const [sentAt, setSentAt] = useState(() => sentAtOf(flow))
  const [fault] = useState(() => (flow.status === 'awaitingProof' ? flow.fault : undefined))
  const left = useLifetime(sentAt)
  const isSpent = wrong >= triesPerCode
  const refused = call === 'submit' ? error : call === undefined ? fault : undefined
  useEffect(() => code.input.current?.focus(), [code.input])

  const enter = async (): Promise<void> => {
    const otp = code.text().replace(/\s/g, '')
    if (otp === '') return code.complain('Enter the code that we sent you.')
    if (pending) return
    code.complain(undefined)
    setNews(undefined)
    setCall('submit')
    if (await submit({ otp })) return onDone()
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
  return {
    ...{ flow, pending, error, retryIn, resendIn, code, again, call, fault, isSpent, enter, renew },
    isWrong: refused !== undefined && isProofRefused(refused),
    isDead: isSpent || left === 0,
    // The message may say that this code is new.
    news: left === 0 ? undefined : news,
    // Wrong attempts have used this code up, so it no longer matters when it expires.
    lifetime: isSpent ? ' ' : lifetimeText(left),
  }
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

function lifetimeText(left: number | undefined): string {
  if (left === undefined) return 'The code works for 5 minutes.'
  return left > 0 ? `Expires in ${clockText(left)}` : 'This code has expired. Get a new one.'
}
