/** The calls for quotes. @module */
import { defaultHeaderNames } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quoteRoutes: SystemRoutes = [
  on('createQuote', createQuote),

  on('getQuote', ({ context, param }) => ({ answer: currentQuote(context, param('quoteId')) })),

  on('executeQuote', async ({ context, param, header }) => ({
    answer: await executeQuote(context, param('quoteId'), header(defaultHeaderNames.walletSignature)),
  })),
]
