/** Quotes: create, read, execute. @module */
import { defaultHeaderNames } from '../../spec/headers.js'
import { createQuote as createRoute } from '../../spec/quote-creation.js'
import { executeQuote, getQuote } from '../../spec/quotes.js'
import { on, onByKey, type Room } from '../room.js'
import { requireStamp } from '../signed/stamp-check.js'
import { createQuote } from './create.js'
import { currentQuote, pendingQuote, settle } from './settle.js'

/** The calls under `/quotes`. */
export const quotesRoom: Room = [
  onByKey(createRoute, createQuote),

  on(getQuote, ({ world, param }) => ({ answer: currentQuote(world, param('quoteId')) })),

  onByKey(executeQuote, async ({ world, param, header }) => {
    const { id, source, payloadToSign } = pendingQuote(world, param('quoteId'))
    if (payloadToSign !== undefined) {
      await requireStamp(world, {
        stamp: header(defaultHeaderNames.walletSignature),
        payloadToSign,
        accountId: source.accountId ?? '',
      })
    }
    // Asked again: another call may have executed it while the stamp was verified.
    return { answer: settle(world, pendingQuote(world, id)) }
  }),
]
