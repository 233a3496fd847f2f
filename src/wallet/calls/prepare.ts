/** The public calls that prepare a sign-in or a creation up to its ceremony. @module */
import { withAnySignal } from '../../signals.js'
import type { CreateCredentialOptions, Preparation, PrepareOptions } from '../api.js'
import { prepareSignIn } from '../flows/challenge.js'
import type { Context } from '../flows/context.js'
import { prepareCreation } from '../flows/create.js'
import type { PageWork } from '../flows/steps.js'
import { assertCanEncrypt } from '../guards/code-bundle.js'
import { assertOpen } from '../transport/transport.js'
import { orderOf, usableMethod } from './sign-in-input.js'

export interface PrepareCalls {
  readonly prepare: (options: PrepareOptions) => Promise<Preparation>
  readonly prepareCreation: (options: CreateCredentialOptions) => Promise<Preparation>
}

/** Creates the calls for one wallet. What they prepare is kept in `preparations`, and used once. */
export function createPrepareCalls(
  context: Context,
  { preparations, codes }: Pick<PageWork, 'preparations' | 'codes'>,
  ready: Promise<void>,
): PrepareCalls {
  const { clock, disposed } = context
  const opened = async (signal: AbortSignal | undefined): Promise<void> => {
    await ready
    assertOpen(disposed, signal)
  }
  return {
    async prepare({ type, credential, signal }) {
      const method = usableMethod(context, type)
      await opened(signal)
      // No code is sent in advance. A key that could not check one is found out now, and not at the click.
      if (method.challenge === 'code') {
        if (context.deliveries[context.keyDelivery].encryptsCodes) assertCanEncrypt(context)
        return {}
      }
      const request = { method, credential, getOidcToken: undefined }
      const [prepared] = await withAnySignal(signal, disposed, (either) =>
        Promise.all([prepareSignIn(context, request, { signal: either, codes }), method.preload?.(clock)]),
      )
      preparations.keepSignIn(prepared)
      return preparation(prepared)
    },
    async prepareCreation(options) {
      const order = orderOf(context, options)
      const { signal } = options
      await opened(signal)
      const [prepared] = await withAnySignal(signal, disposed, (either) =>
        Promise.all([prepareCreation(context, order, either), order.method.preload?.(clock)]),
      )
      preparations.keepCreation(prepared)
      return preparation(prepared)
    },
  }
}

const preparation = ({ usableUntil }: { readonly usableUntil: number }): Preparation => ({
  usableUntil: new Date(usableUntil).toISOString(),
})
