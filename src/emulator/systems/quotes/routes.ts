/** Quotes: create, read, execute. @module */
import { defaultHeaderNames } from '../../../wire/headers.js'
import { createQuoteRoute as createRoute } from '../../../wire/quote-creation.js'
import { executeQuoteRoute as executeRoute, getQuoteRoute } from '../../../wire/quotes.js'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quoteRoutes: SystemRoutes = [
  on(createRoute, createQuote),

  on(getQuoteRoute, ({ context, param }) => ({ answer: currentQuote(context, param('quoteId')) })),

  on(executeRoute, async ({ context, param, header }) => ({
    answer: await executeQuote(context, param('quoteId'), header(defaultHeaderNames.walletSignature)),
  })),
]
