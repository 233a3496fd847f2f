/** Runs an effect and dispatches the event that it produces. Long because every effect has its job here. @module */

import { faultOf, SessionError, WalletError } from '../../errors.js'
import type { Effect, MachineEvent } from '../machine/machine.js'
import { discard } from '../record/attempt-commits.js'
import { holdOwner } from '../record/page-locks.js'
import type { StoredSession } from '../record/record.js'
import { type Attempt, awaitedBy, openAttempt, type SignInRequest, warm } from './challenge.js'
import type { Surroundings } from './context.js'
import { createCredentialOf } from './create.js'
import { giveUp, withdraw } from './pending-slot.js'
import { createAhead } from './prepared.js'
import { infoOf } from './public-view.js'
import { resendCode } from './resend.js'
import { createRegistry, partOf, type Registry, type Running } from './running.js'
import { createTenancy } from './tenancy.js'
import { verifyProof } from './verify.js'

type Job = 'challenge' | 'prove' | 'verify' | 'create' | 'await'

export interface Effects extends Pick<Registry, 'expect' | 'adopt' | 'give' | 'abort' | 'end'> {
  run(effect: Effect & { readonly effect: Job }): void
  /** Ends an attempt's work, and its place in the record. */
  stop(attempt: number, error: WalletError): void
  attemptIdOf(attempt: number): string | undefined
  resend(attempt: number, signal: AbortSignal): Promise<void>
  prepare(request: SignInRequest, signal: AbortSignal): Promise<void>
  /** Ends all work here; what is in the record stays for the next page. */
  dispose(error: WalletError): void
}

export function createEffects(
  surroundings: Surroundings,
  machine: {
    readonly dispatch: (event: MachineEvent) => void
    readonly hold: (session: StoredSession) => void
  },
): Effects {
  const { journal, transport, time, clock, owner, passkey } = surroundings
  const { dispatch } = machine
  const registry = createRegistry(surroundings.underWay)
  const ahead = createAhead(time)
  const tenancy = createTenancy(surroundings)

  const fail = (number: number, thrown: unknown): void => {
    registry.end(number)
    const error = thrown instanceof Error ? thrown : new Error('No error was thrown.', { cause: thrown })
    const fault = error instanceof WalletError ? { fault: faultOf(error) } : {}
    dispatch({ event: 'failed', attempt: number, error, ...fault })
  }

  /** A proof that was never sent leaves its place; a delivered answer keeps it, and so does whatever a disposal stops. */
  const guarded =
    (job: (number: number, self: Running) => Promise<void>) =>
    (number: number, self: Running): void => {
      job(number, self).catch(async (error: unknown) => {
        self.controller.abort(error)
        await tenancy.leave(self, giveUp)
        fail(number, error)
      })
    }

  const challenge = async (number: number, self: Running): Promise<void> => {
    const { controller } = self
    const request = partOf(self, 'request')
    const isInput = request.method.proof === 'otp'
    // Nothing is awaited before a prepared ceremony: some browsers only allow it in the very task of the click.
    const attempt =
      ahead.take(request) ??
      (await openAttempt(surroundings, request, {
        signal: controller.signal,
        alreadyMailed: ahead.alreadyMailed,
      }))
    self.attempt = attempt
    controller.signal.throwIfAborted()
    if (isInput) await tenancy.take(self, attempt)
    controller.signal.throwIfAborted()
    const by = isInput ? 'input' : 'method'
    dispatch({ event: 'challenged', attempt: number, awaited: awaitedBy(attempt), by })
  }

  const prove = async (number: number, self: Running): Promise<void> => {
    const attempt = partOf(self, 'attempt')
    self.held ??= holdOwner(owner, clock)
    const place = self.held.shown.then(() => tenancy.take(self, attempt))
    place.catch(() => {})
    // An ID token comes from elsewhere, maybe another page: its client key must be stored before anyone leaves.
    if (attempt.method.proof === 'oidcToken') await place
    const asked = {
      ...surroundings,
      now: transport.now,
      signal: self.controller.signal,
      clientPublicKey: attempt.clientKey?.publicKey ?? '',
      nonce: attempt.nonce,
      challenge: attempt.challenge,
      getOidcToken: partOf(self, 'request').getOidcToken,
    }
    self.proof = await attempt.method.prove?.(asked)
    await place
    dispatch({ event: 'proven', attempt: number })
  }

  const verify = async (number: number, self: Running): Promise<void> => {
    const [attempt, proof] = [partOf(self, 'attempt'), partOf(self, 'proof')]
    self.cancelDeadline?.()
    self.held ??= holdOwner(owner, clock)
    await self.held.shown
    try {
      const session = await verifyProof(surroundings, attempt, proof, self.controller.signal)
      machine.hold(session)
      registry.end(number)
      dispatch({ event: 'verified', attempt: number, session: infoOf(session) })
    } catch (error) {
      const awaited = await stillAwaited(self, attempt)
      if (awaited === undefined || !(error instanceof WalletError)) throw error
      dispatch({ event: 'refused', attempt: number, awaited, fault: faultOf(error), error })
    }
  }

  /** After a refusal the record says whether another input may follow. */
  const stillAwaited = async (
    { request, controller }: Running,
    attempt: Attempt,
  ): Promise<ReturnType<typeof awaitedBy> | undefined> => {
    const { pending } = await journal.read()
    const isOpen = pending?.attemptId === attempt.attemptId && pending.phase === 'awaiting'
    const byInput = attempt.method.proof === 'otp' || request === undefined
    if (!isOpen || !byInput || controller.signal.aborted) return undefined
    const { resendAt } = pending
    return { ...awaitedBy(attempt), ...(resendAt && { resendAt }) }
  }

  const create = async (number: number, self: Running): Promise<void> => {
    const order = partOf(self, 'order')
    const { signal } = self.controller
    const sent = (): void => dispatch({ event: 'sent', attempt: number })
    const credential = await createCredentialOf(surroundings, order, { signal, sent })
    if (order.method.mailsOnCreation) ahead.mailed(credential.id)
    registry.end(number)
    dispatch({ event: 'created', attempt: number, credential })
  }

  /** An awaited input has a deadline, counted from the last mail; another tab may have asked for that one. */
  const awaitInput = async (number: number, self: Running): Promise<void> => {
    const attempt = partOf(self, 'attempt')
    const arm = (deadline: number): void => {
      self.cancelDeadline?.()
      self.cancelDeadline = clock.after(deadline - transport.now(), () => guarded(due)(number, self))
    }
    const due = async (): Promise<void> => {
      const { pending } = await journal.read()
      const isOurs = pending?.attemptId === attempt.attemptId
      if (isOurs && (pending.phase === 'awaiting' || pending.owner === owner)) {
        const isOver =
          pending.deadline <= transport.now() &&
          (await journal.commit(discard(attempt.attemptId, 'awaiting'))) !== undefined
        // What this page is verifying by now is not timed: it ends, or is awaited again.
        if (!isOver) return arm(Math.max(pending.deadline, transport.now() + 1_000))
      }
      throw new SessionError('PROOF_TIMEOUT', 'The proof was not given in time.')
    }
    arm(attempt.mailedAt + attempt.method.deadline(passkey))
  }

  const jobs: Readonly<Record<Job, (number: number, self: Running) => void>> = {
    challenge: guarded(challenge),
    await: guarded(awaitInput),
    prove: guarded(prove),
    verify: guarded(verify),
    create: guarded(create),
  }

  return {
    expect: registry.expect,
    adopt: registry.adopt,
    give: registry.give,
    abort: registry.abort,
    end: registry.end,
    attemptIdOf: (number) => registry.get(number)?.attempt?.attemptId,
    run: ({ effect, attempt }) => {
      const self = registry.get(attempt)
      if (self) jobs[effect](attempt, self)
    },
    stop: (number, error) => {
      const self = registry.get(number)
      registry.abort(number, error)
      registry.end(number)
      void tenancy.leave(self, withdraw)
    },
    async resend(number, signal) {
      const self = registry.get(number)
      if (self?.attempt === undefined) throw new SessionError('NOT_AWAITED', 'No code is awaited.')
      await resendCode(surroundings, self.attempt, signal, (attempt, event) => {
        self.attempt = attempt
        dispatch({ ...event, attempt: number })
      })
    },
    async prepare(request, signal) {
      const { method } = request
      if (method.challenge === 'mail') return warm(clock)
      method.preload?.(clock)
      ahead.prepared(await openAttempt(surroundings, request, { signal, alreadyMailed: ahead.alreadyMailed }))
    },
    dispose: (error) => {
      tenancy.close()
      registry.endAll(error)
    },
  }
}
