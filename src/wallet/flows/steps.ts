/** The work of the effects of an attempt, from its challenge to its session or its new credential. @module */
import { WalletError } from '../../errors.js'
import { credentialTypes } from '../../wire/credential-type.js'
import type { Proof } from '../credentials/method.js'
import type { Asking } from '../guards/confirm.js'
import { faultOf } from '../machine/fault-of.js'
import type { Awaited, MachineEvent } from '../machine/machine.js'
import { infoOf, type StoredSession } from '../record/record.js'
import { type Attempt, awaitAnother, give, type Step, stageAt } from './attempt.js'
import type { Attempts } from './attempts.js'
import { awaitedBy, prepareSignIn } from './challenge.js'
import type { CodesSent } from './codes-sent.js'
import type { Context } from './context.js'
import { type CreationQuestion, createCredential } from './create.js'
import type { Preparations } from './preparations.js'
import { createProofTimer } from './proof-timer.js'
import { verifyProof } from './verify.js'

/** What this page does and has done for its flows. */
export interface PageWork {
  readonly attempts: Attempts
  readonly preparations: Preparations
  readonly codes: CodesSent
}

/** The parts of the wallet that effects change. */
export interface EffectTarget {
  readonly dispatch: (event: MachineEvent) => void
  /** Sets the session and its keys. Called just before the state shows the session's id. */
  readonly setSession: (session: StoredSession) => void
  readonly watch: () => void
}

export type StepContext = Context & Asking<CreationQuestion>

export interface Steps {
  readonly challenge: Step<'preparing'>
  readonly prove: Step<'awaiting'>
  readonly verify: Step<'verifying'>
  readonly create: Step<'creating'>
  readonly awaitInput: Step<'awaiting'>
}

/** @param run does work of an attempt, which fails if the work does */
export function createSteps(
  context: StepContext,
  { attempts, preparations, codes }: PageWork,
  { dispatch, setSession }: EffectTarget,
  run: (attempt: Attempt, doing: () => Promise<void>) => void,
): Steps {
  const { journal, transport, holdPageLock } = context

  const challenge: Step<'preparing'> = async (attempt, stage) => {
    const { number, controller } = attempt
    const { request, offered } = stage
    const { signal } = controller
    const isInput = credentialTypes[request.method.type].proof === 'otp'
    // The slot is checked before a code is sent, because the user could not enter the code here while the slot is
    // taken.
    if (isInput) await attempts.assertFree()
    const mailing = (isOut: boolean): void => {
      stage.isMailing = isOut
    }
    // Nothing is awaited before a prepared ceremony, because some browsers allow a ceremony only in the same task as
    // the click.
    const signIn =
      offered ??
      preparations.takeSignIn(request) ??
      (await prepareSignIn(context, request, { signal, codes, mailing }))
    signal.throwIfAborted()
    attempt.stage = { at: 'awaiting', signIn, request }
    if (isInput) await attempts.acquireSlot(attempt)
    const awaited = awaitedBy(signIn)
    const { tooSoon: error } = signIn
    if (error) return dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
    dispatch({ event: 'challenged', attempt: number, awaited })
  }

  const prove: Step<'awaiting'> = async (attempt, stage) => {
    const { signIn, request, lock = holdPageLock() } = stage
    const { method, clientKey, nonce, challenge } = signIn
    attempt.stage = { ...stage, lock }
    const slot = lock.shown.then(() => attempts.acquireSlot(attempt))
    slot.catch(() => {})
    // The user may leave this page to get an ID token and return to a new page, so the client key must be stored first.
    if (credentialTypes[method.type].proof === 'oidcToken') await slot
    const proving = method.prove?.({
      ...context,
      now: transport.now,
      signal: attempt.controller.signal,
      clientPublicKey: clientKey?.publicKey ?? '',
      nonce,
      challenge,
      getOidcToken: request?.getOidcToken,
    })
    const proof = await Promise.resolve(proving).catch((error: unknown): Proof => {
      // The page has submitted a token that came by another way, so it does not matter how this one ends.
      if (attempt.stage.at === 'verifying') return {}
      throw error
    })
    await slot
    if (give(attempt, proof ?? {}, holdPageLock)) dispatch({ event: 'proven', attempt: attempt.number })
  }

  const verify: Step<'verifying'> = (attempt, { signIn, proof, lock }) =>
    attempts.track(signIn.attemptId, async () => {
      const { number, controller } = attempt
      await lock.shown
      try {
        const session = await verifyProof(context, signIn, proof, controller.signal)
        codes.used(signIn.credential)
        setSession(session)
        attempts.end(number)
        dispatch({ event: 'verified', attempt: number, session: infoOf(session) })
      } catch (error) {
        const awaited = await stillAwaited(attempt)
        if (awaited === undefined || !(error instanceof WalletError)) throw error
        awaitAnother(attempt)
        dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
      }
    })

  /** Returns the proof to await after a refusal; `undefined` if the attempt ends instead. */
  const stillAwaited = async (attempt: Attempt): Promise<Awaited | undefined> => {
    const { pending } = await journal.read()
    const { signIn, request } = stageAt(attempt, 'verifying')
    const isOpen = pending?.attemptId === signIn.attemptId && pending.phase === 'awaiting'
    const byInput = credentialTypes[signIn.method.type].proof === 'otp' || request === undefined
    if (!isOpen || !byInput || attempt.controller.signal.aborted || context.disposed.aborted) return undefined
    const { resendAt } = pending
    return { ...awaitedBy(signIn), ...(resendAt && { resendAt }) }
  }

  const create: Step<'creating'> = async (attempt, { order }) => {
    const { number, controller } = attempt
    const sent = (): void => dispatch({ event: 'sent', attempt: number })
    const prepared = preparations.takeCreation(order)
    const credential = await createCredential(context, order, { signal: controller.signal, sent, prepared })
    // Recorded for every credential type, but used only for types with codes: the service sends the first code when the
    // credential is created.
    codes.sent(credential.id, 'creation', credential.otpEncryptionTargetBundle)
    attempts.end(number)
    dispatch({ event: 'created', attempt: number, credential })
  }

  return { challenge, prove, verify, create, awaitInput: createProofTimer(context, run) }
}
