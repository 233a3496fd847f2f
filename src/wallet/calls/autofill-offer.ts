/** The offer of a passkey in the autofill of a form. It is not a flow, so the state does not show it. @module */
import { CeremonyError } from '../../errors.js'
import { withAnySignal } from '../../signals.js'
import { credentialTypes } from '../../wire/credential-type.js'
import { superseded } from '../flows/effects.js'
import type { MachineState } from '../machine/machine.js'
import { cancelled } from '../transport/transport.js'

/** The one offer that a page may have open. */
export interface AutofillOffer {
  /**
   * Makes an offer, which ends the one before.
   *
   * @throws CeremonyError `CEREMONY_PENDING` while the page has a passkey request of its own open; the errors of `work`
   */
  make<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Ends the open offer with `SUPERSEDED`. */
  end(): void
}

/** `untilCancel` returns a signal that the next `cancel()` aborts. */
export function createAutofillOffer(
  state: () => Pick<MachineState, 'flow'>,
  untilCancel: () => AbortSignal,
): AutofillOffer {
  let open: AbortController | undefined
  const end = (): void => open?.abort(superseded())
  return {
    end,
    async make(signal, work) {
      const { flow } = state()
      if ('type' in flow && credentialTypes[flow.type].proof === 'assertion')
        throw new CeremonyError('CEREMONY_PENDING', 'Another passkey request is open.')
      end()
      const own = new AbortController()
      open = own
      untilCancel().addEventListener('abort', () => own.abort())
      try {
        return await withAnySignal(own.signal, signal, (combined) =>
          work(combined).catch((error: unknown) => {
            throw combined.aborted ? cancelled(combined) : error
          }),
        )
      } finally {
        if (open === own) open = undefined
      }
    },
  }
}
