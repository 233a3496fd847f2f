/** Runs an effect and dispatches the event that it produces. @module */
import type { Proof } from './credentials/method.js'
import { CeremonyError, faultOf, ServiceError, SessionError, WalletError } from './errors.js'
import {
  type Attempt,
  askChallenge,
  openAttempt,
  pendingOf,
  type SignInRequest,
  takePlace,
  warm,
} from './flows/attempt.js'
import { type CreationOrder, createCredentialOf } from './flows/create.js'
import { awaitedBy, infoOf } from './flows/public-view.js'
import type { Surroundings } from './flows/surroundings.js'
import { verifyProof } from './flows/verify.js'
import type { Effect, MachineEvent } from './machine.js'
import { holdOwner } from './owners.js'
import { advance, discard, type StoredSession } from './record.js'

/** A code that a creation mailed is good for a sign-in this long, in milliseconds. */
const mailedCodeLife = 5 * 60_000

/** What is known of an attempt that runs in this page. */
interface Running {
  readonly request?: SignInRequest
  readonly order?: CreationOrder
  readonly controller: AbortController
  attempt?: Attempt
  proof?: Proof
  cancelDeadline?: () => void
  release?: () => void
}

type Job = 'challenge' | 'prove' | 'verify' | 'create' | 'await'

export interface Effects {
  /** Makes an attempt known before its event is dispatched. */
  expect(attempt: number, what: { readonly request?: SignInRequest; readonly order?: CreationOrder }): void
  /** Takes up an attempt that the record awaits a proof for. */
  adopt(attempt: number, found: Attempt): void
  /** The proof that the next `proven` is about. */
  give(attempt: number, proof: Proof): void
  run(effect: Effect & { readonly effect: Job }): void
  /** Ends an attempt's work, and its place in the record. */
  stop(attempt: number, error: WalletError): void
  /** Ends an attempt's work; what was delivered already is kept. */
  abort(attempt: number, error: WalletError): void
  attemptIdOf(attempt: number): string | undefined
  resend(attempt: number, signal: AbortSignal | undefined): Promise<void>
  prepare(request: SignInRequest, signal: AbortSignal | undefined): Promise<void>
  dispose(error: WalletError): void
}

export function createEffects(
  surroundings: Surroundings,
  machine: {
    readonly dispatch: (event: MachineEvent) => void
    readonly hold: (session: StoredSession) => void
  },
): Effects {
  const { journal, transport, clock, owner, passkey, sandbox } = surroundings
  const { dispatch } = machine
  const running = new Map<number, Running>()
  /** Credential → when its creation mailed the code of the first sign-in. */
  const mailedAt = new Map<string, number>()
  let prepared: Attempt | undefined
  let isDisposed = false

  const takePrepared = ({ method, credential }: SignInRequest): Attempt | undefined => {
    const found = prepared
    prepared = undefined
    const fits = found?.method === method && (credential === undefined || credential === found.credential)
    return fits && found.usableUntil > transport.now() ? found : undefined
  }

  const alreadyMailed = (credential: string): number | undefined => {
    const at = mailedAt.get(credential)
    mailedAt.delete(credential)
    return at !== undefined && transport.now() - at < mailedCodeLife ? at : undefined
  }

  const end = (number: number): void => {
    const ended = running.get(number)
    ended?.cancelDeadline?.()
    ended?.release?.()
    running.delete(number)
  }

  const failed = (number: number, thrown: unknown): void => {
    end(number)
    const error = asError(thrown)
    dispatch({
      event: 'failed',
      attempt: number,
      error,
      ...(error instanceof WalletError && { fault: faultOf(error) }),
    })
  }

  const challenge = (number: number, self: Running): void => {
    const { request } = self
    if (request === undefined) return
    const challenged = (attempt: Attempt): void => {
      self.attempt = attempt
      const by = request.method.proof === 'otp' ? 'input' : 'method'
      dispatch({ event: 'challenged', attempt: number, awaited: awaitedBy(attempt), by })
    }
    const ready = takePrepared(request)
    // No await before the ceremony: some browsers only allow it in the very task of the click.
    if (ready) challenged(ready)
    else openThen(self, number, request, challenged)
  }

  const openThen = (
    self: Running,
    number: number,
    request: SignInRequest,
    challenged: (attempt: Attempt) => void,
  ): void => {
    const { controller } = self
    openAttempt(surroundings, request, { signal: controller.signal, alreadyMailed })
      .then(async (attempt) => {
        controller.signal.throwIfAborted()
        self.attempt = attempt
        if (attempt.method.proof === 'otp') await takePlace(surroundings, pendingOf(surroundings, attempt))
        if (controller.signal.aborted) return void (await journal.commit(giveUp(attempt.attemptId)))
        challenged(attempt)
      })
      .catch((error: unknown) => failed(number, error))
  }

  const prove = async (number: number, self: Running): Promise<void> => {
    const { attempt, request, controller } = self
    const { method } = attempt ?? {}
    if (attempt === undefined || method?.prove === undefined) return
    self.release ??= holdOwner(owner)
    const place = takePlace(surroundings, pendingOf(surroundings, attempt))
    place.catch(() => {})
    // An ID token comes from elsewhere, maybe another page: its client key must be stored before anyone leaves.
    if (method.proof === 'oidcToken') await place
    const { clientKey, nonce, challenge: answer } = attempt
    self.proof = await method.prove({
      ...surroundings,
      now: transport.now,
      signal: controller.signal,
      clientPublicKey: clientKey?.publicKey ?? '',
      nonce,
      challenge: answer,
      getOidcToken: request?.getOidcToken,
    })
    await place
    dispatch({ event: 'proven', attempt: number })
  }

  const verify = async (number: number, self: Running): Promise<void> => {
    const { attempt, proof, controller } = self
    if (attempt === undefined || proof === undefined) return
    self.cancelDeadline?.()
    self.release ??= holdOwner(owner)
    try {
      const session = await verifyProof(surroundings, attempt, proof, controller.signal)
      machine.hold(session)
      end(number)
      dispatch({ event: 'verified', attempt: number, session: infoOf(session) })
    } catch (thrown) {
      const { pending } = await journal.read()
      const open = pending?.attemptId === attempt.attemptId && pending.phase === 'awaiting'
      const byInput = attempt.method.proof === 'otp' || self.request === undefined
      if (!open || !byInput || controller.signal.aborted) throw thrown
      if (!(thrown instanceof WalletError)) throw thrown
      const awaited = { ...awaitedBy(attempt), ...(pending.resendAt ? { resendAt: pending.resendAt } : {}) }
      dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(thrown), error: thrown })
    }
  }

  const create = async (number: number, self: Running): Promise<void> => {
    if (self.order === undefined) return
    const { signal } = self.controller
    const sent = (): void => dispatch({ event: 'sent', attempt: number })
    const credential = await createCredentialOf(surroundings, self.order, { signal, sent })
    if (self.order.method.mailsOnCreation) mailedAt.set(credential.id, transport.now())
    end(number)
    dispatch({ event: 'created', attempt: number, credential })
  }

  /** An awaited input has a deadline, counted from the last mail; another tab may have asked for that one. */
  const awaitInput = (number: number, self: Running): void => {
    const { attempt } = self
    if (attempt === undefined) return
    const arm = (deadline: number): void => {
      self.cancelDeadline?.()
      self.cancelDeadline = clock.after(deadline - transport.now(), () => void due().catch(() => {}))
    }
    const due = async (): Promise<void> => {
      const { pending } = await journal.read()
      const isOurs = pending?.attemptId === attempt.attemptId && pending.phase === 'awaiting'
      if (isOurs && pending.deadline > transport.now()) return arm(pending.deadline)
      await journal.commit(giveUp(attempt.attemptId))
      failed(number, new SessionError('PROOF_TIMEOUT', 'The proof was not given in time.'))
    }
    arm(attempt.mailedAt + attempt.method.deadline(passkey))
  }

  const jobs: Readonly<Record<Job, (number: number, self: Running) => void>> = {
    challenge,
    await: awaitInput,
    prove: guarded(prove),
    verify: guarded(verify),
    create: guarded(create),
  }

  function guarded(job: (number: number, self: Running) => Promise<void>) {
    return (number: number, self: Running): void => {
      job(number, self).catch(async (error: unknown) => {
        const { attempt } = self
        // A proof that was never sent leaves its place; a delivered answer keeps it.
        if (attempt && !isDisposed) await journal.commit(giveUp(attempt.attemptId)).catch(() => {})
        failed(number, error)
      })
    }
  }

  const abort = (number: number, error: WalletError): void => running.get(number)?.controller.abort(error)

  return {
    expect: (number, what) => {
      running.set(number, { ...what, controller: new AbortController() })
    },
    adopt: (number, attempt) => {
      running.set(number, { controller: new AbortController(), attempt })
    },
    give: (number, proof) => {
      const self = running.get(number)
      if (self) self.proof = proof
    },
    run: ({ effect, attempt }) => {
      const self = running.get(attempt)
      if (self) jobs[effect](attempt, self)
    },
    abort,
    stop: (number, error) => {
      abort(number, error)
      const id = running.get(number)?.attempt?.attemptId
      if (id !== undefined) void journal.commit(giveUp(id))
      end(number)
    },
    attemptIdOf: (number) => running.get(number)?.attempt?.attemptId,
    async resend(number, signal) {
      const self = running.get(number)
      if (self?.attempt === undefined) throw new SessionError('NOT_AWAITED', 'No code is awaited.')
      const { attempt } = self
      const { attemptId, credential } = attempt
      const note = async (
        resendAt: number,
        change: Partial<Attempt>,
        error?: ServiceError,
      ): Promise<void> => {
        self.attempt = { ...attempt, ...change }
        const resend = new Date(resendAt).toISOString()
        const { deadline } = pendingOf(surroundings, self.attempt)
        await journal.commit(
          advance(attemptId, 'awaiting', (pending) => ({ ...pending, resendAt: resend, deadline })),
        )
        dispatch({
          event: 'resent',
          attempt: number,
          resendAt: resend,
          ...(error && { fault: faultOf(error) }),
        })
      }
      try {
        await askChallenge(surroundings, credential, undefined, signal)
        await note(transport.now(), { mailedAt: transport.now() })
      } catch (error) {
        if (error instanceof ServiceError && error.retryAfter !== undefined) {
          await note(transport.now() + error.retryAfter * 1000, {}, error)
        }
        throw error
      }
    },
    async prepare(request, signal) {
      if (request.method.challenge === 'mail') return warm()
      const inner = signal ?? new AbortController().signal
      if (request.method.proof === 'assertion' && !sandbox.assertion) void import('@simplewebauthn/browser')
      prepared = await openAttempt(surroundings, request, { signal: inner, alreadyMailed })
    },
    dispose: (error) => {
      isDisposed = true
      for (const number of [...running.keys()]) {
        abort(number, error)
        end(number)
      }
    },
  }
}

/** Ends an attempt in the record, but never one whose sealed key has arrived. */
const giveUp =
  (attemptId: string): ReturnType<typeof discard> =>
  (record) =>
    record.pending?.phase === 'delivered' ? undefined : discard(attemptId)(record)

const asError = (thrown: unknown): Error =>
  thrown instanceof Error
    ? thrown
    : new CeremonyError('CEREMONY_FAILED', 'Something failed.', { cause: thrown })
