/** Tests what docs/errors.md says about types. Only the type checker runs this code. @module */
import { describe, expectTypeOf, it } from 'vitest'
import type { AnyWalletError, Fault, Quote, ServiceError, TransportError, WalletError } from './index.js'

describe('narrowing', () => {
  it('the code of an error, and its kind, narrow its type', () => {
    const read = (error: AnyWalletError): unknown => {
      if (error.code === 'OUTCOME_UNKNOWN') expectTypeOf(error).toEqualTypeOf<TransportError>()
      if (error.code === 'PAYMENT_NOT_YET') expectTypeOf(error).toEqualTypeOf<ServiceError>()
      if (error.kind === 'service') expectTypeOf(error).toEqualTypeOf<ServiceError>()
      return error
    }
    expectTypeOf(read).toBeFunction()
  })

  it('the kind of a fault says which fields it has', () => {
    const read = (fault: Fault): number | undefined => {
      // @ts-expect-error only a fault of the service has it
      void fault.retryAfter
      return fault.kind === 'service' ? fault.retryAfter : undefined
    }
    expectTypeOf(read).toBeFunction()
  })

  it('a comparison with a mistyped code or status does not compile, and one as text does', () => {
    const mistakes = (error: AnyWalletError, any: WalletError, fault: Fault, quote: Quote): unknown => [
      // @ts-expect-error it has two L
      error.code === 'CEREMONY_CANCELED',
      // @ts-expect-error it has two L
      any.code === 'CEREMONY_CANCELED',
      // @ts-expect-error it has two L
      fault.code === 'CEREMONY_CANCELED',
      // @ts-expect-error the end is missing
      quote.status === 'COMPLETE',
      // @ts-expect-error not a status
      error.code === 'HTTP_NOT_FOUND',
      error.code === 'HTTP_403',
      String(error.code) === 'A_NEW_CODE',
    ]
    expectTypeOf(mistakes).toBeFunction()
  })

  it('a text that is not listed is a string, and no list of cases is complete without it', () => {
    expectTypeOf<Quote['status']>().toExtend<string>()
    const title = (status: Quote['status']): string => {
      switch (status) {
        case 'PENDING':
        case 'PENDING_AUTHORIZATION':
        case 'PROCESSING':
        case 'COMPLETED':
        case 'FAILED':
        case 'EXPIRED':
          return 'known'
        default:
          // @ts-expect-error a status that is not listed
          return status satisfies never
      }
    }
    expectTypeOf(title).toBeFunction()
  })
})
