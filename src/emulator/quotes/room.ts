/** Quotes: create, read, execute. @module */
import { defaultHeaderNames } from '../../wire/headers.js'
import { createQuote as createRoute } from '../../wire/quote-creation.js'
import { executeQuote as executeRoute, getQuote } from '../../wire/quotes.js'
import { on, onByKey, type Room } from '../room.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quotesRoom: Room = [
  onByKey(createRoute, createQuote),

  on(getQuote, ({ world, param }) => ({ answer: currentQuote(world, param('quoteId')) })),

  onByKey(executeRoute, async ({ world, param, header }) => ({
    answer: await executeQuote(world, param('quoteId'), header(defaultHeaderNames.walletSignature)),
  })),
]
