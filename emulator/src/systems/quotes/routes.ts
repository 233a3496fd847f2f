/** The calls for quotes. @module */
import {
  createQuoteRoute,
  defaultHeaderNames,
  executeQuoteRoute,
  getQuoteRoute,
} from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quoteRoutes: SystemRoutes = [
  on(createQuoteRoute, createQuote),

  on(getQuoteRoute, ({ context, param }) => ({ answer: currentQuote(context, param('quoteId')) })),

  on(executeQuoteRoute, async ({ context, param, header }) => ({
    answer: await executeQuote(context, param('quoteId'), header(defaultHeaderNames.walletSignature)),
  })),
]
