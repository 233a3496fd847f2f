/** The hook that runs the action of a button, and the region that shows its error in words. @module */
import type { Wallet } from 'embedded-wallet-auth'
import { useSignedAction } from 'embedded-wallet-auth/react'
import type { ReactElement, ReactNode, Ref } from 'react'
import type { AgreementWords } from '../asked.js'
import { inWords } from '../errors-in-words.js'
import { IdentityWindowError } from '../identity-window.js'
import { PlatformError } from '../platform.js'
import { clockText, spokenSpan } from '../times.js'
import { useAgreement } from './app-context.js'
import { Button, type ButtonProps } from './button.js'
import { AlertRegion, Notice, useReported } from './notice.js'

/** An error in the words of the place where it occurred. */
export interface OwnWords {
  readonly title: string
  readonly next: string
  /** What can be done after a wait, for a text such as “Try again in 0:30.” */
  readonly again: string
}

/** Texts by code, if a place knows better ones than the table of all errors: the next step alone, or all texts. */
export type BetterWords = Readonly<Record<string, string | OwnWords>>

/** The action of a button. */
export interface Action<A extends readonly unknown[]> {
  /** Resolves with whether the action succeeded. Never rejects. */
  readonly run: (...args: A) => Promise<boolean>
  readonly error: unknown
  /** Whole seconds until the action can be run again. */
  readonly retryIn: number
  /** The properties of a button that runs the action. */
  readonly button: { readonly busy: boolean; readonly paused: boolean }
}

const isOwn = (error: unknown): error is Error =>
  error instanceof PlatformError || error instanceof IdentityWindowError

/**
 * Runs an action that signs with the wallet, calls the platform, or does both.
 *
 * @example
 * const end = useAction((wallet) => wallet.sessions.revoke(id))
 * return <><ActionButton of={end} weight="danger">End</ActionButton><Problems of={end} /></>
 */
export function useAction<A extends readonly unknown[]>(
  action: (wallet: Wallet, ...args: A) => Promise<unknown>,
): Action<A> {
  const { run, pending, error, retryIn } = useSignedAction(
    async (wallet: Wallet, ...args: A) => ({ result: await action(wallet, ...args) }),
    isOwn,
  )
  return {
    run: async (...args) => (await run(...args)) !== undefined,
    error,
    retryIn,
    button: { busy: pending, paused: retryIn > 0 },
  }
}

/** The same for an action that the user first has to agree to in a dialog. If the user does not, it has not succeeded. */
export function useAgreedAction(
  words: AgreementWords,
  action: (wallet: Wallet) => Promise<unknown>,
): Action<[]> {
  const agreed = useAgreement()
  const { run, ...rest } = useAction(action)
  return { ...rest, run: async () => (await agreed(words)) && run() }
}

/** The button of an action. */
export function ActionButton({
  of,
  paused = false,
  ...rest
}: Omit<ButtonProps, 'busy' | 'onClick'> & { readonly of: Action<[]> }): ReactElement {
  return (
    <Button
      busy={of.button.busy}
      paused={of.button.paused || paused}
      onClick={() => void of.run()}
      {...rest}
    />
  )
}

/** Whether an error has one of these codes. They say that what a field contains was refused. */
export const isAbout = (error: unknown, ...codes: readonly string[]): boolean =>
  error !== undefined && codes.includes(inWords(error).code)

/** The codes of decisions of the user. They are shown as a notice, not as an alert. */
const calm = new Set(['CEREMONY_CANCELLED', 'POPUP_CLOSED', 'STEP_UP_REQUIRED', 'CONFIRMATION_REFUSED'])

interface ProblemsProps {
  readonly of: Pick<Action<never>, 'error' | 'retryIn'>
  readonly better?: BetterWords
  /** Shown in place of the error. */
  readonly children?: ReactNode
  /** The region, which can get the focus. */
  readonly ref?: Ref<HTMLDivElement>
}

/** Shows the error of an action in words. If the action can be repeated after a wait, the notice counts down. */
export function Problems({
  of: { error, retryIn },
  better = {},
  children,
  ref,
}: ProblemsProps): ReactElement {
  return (
    <AlertRegion ref={ref ?? null}>
      {children ?? (error !== undefined && <Problem error={error} retryIn={retryIn} better={better} />)}
    </AlertRegion>
  )
}

function Problem({
  error,
  retryIn,
  better,
}: Required<Omit<ProblemsProps, 'of' | 'children' | 'ref'>> & Pick<Action<never>, 'error' | 'retryIn'>):
  | ReactElement
  | undefined {
  useReported(error)
  const { title, next, code, wait } = inWords(error)
  const own = better[code]
  const words = typeof own === 'object' ? own : { title, next: own ?? next, again: 'Try again' }
  if (calm.has(code)) return <Notice tone="info" title={words.title} next={words.next} />
  if (wait === 0) return <Notice tone="problem" title={words.title} next={words.next} code={code} />
  if (retryIn === 0) return undefined
  const rest = (
    <>
      {typeof own === 'object' && `${words.next} `}
      <span className="visually-hidden">{`${words.again} in ${spokenSpan(wait)}.`}</span>
      <span className="countdown" aria-hidden="true">{`${words.again} in ${clockText(retryIn)}.`}</span>
    </>
  )
  return <Notice tone="problem" title={words.title} next={rest} code={code} />
}
