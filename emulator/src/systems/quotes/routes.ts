/** The calls for quotes. @module */
import { defaultHeaderNames } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { authorizeQuote } from './authorize.js'
import { resendCode } from './challenges.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quoteRoutes: SystemRoutes = [
  on('createQuote', createQuote),

  on('getQuote', ({ context, param }) => ({ answer: currentQuote(context, param('quoteId')) })),

  on('executeQuote', async ({ context, param, header }) => ({
    answer: await executeQuote(context, param('quoteId'), header(defaultHeaderNames.walletSignature)),
  })),

  on('authorizeQuote', async ({ context, param, body }) => ({
    answer: await authorizeQuote(context, param('quoteId'), body),
  })),

  on('resendQuoteCode', async ({ context, param }) => {
    await resendCode(context, param('quoteId'))
    return { answer: undefined }
  }),
]
