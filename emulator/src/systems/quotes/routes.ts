/** The calls for quotes. @module */
import { defaultHeaderNames } from 'embedded-wallet-auth/wire'
import { on, type SystemRoutes } from '../../handler/bind-route.js'
import { authorizeQuote } from './authorize.js'
import { resendCode } from './challenges.js'
import { createQuote } from './create.js'
import { currentQuote, executeQuote } from './settle.js'

/** The calls under `/quotes`. */
export const quoteRoutes: SystemRoutes = [
  on('createQuote', 'Create a quote', createQuote),

  on('getQuote', 'Get a quote', ({ context, param }) => ({
    answer: currentQuote(context, param('quoteId')),
  })),

  on(
    'executeQuote',
    'Execute a quote; must be signed if the source is an embedded wallet',
    async ({ context, param, header }) => ({
      answer: await executeQuote(context, param('quoteId'), header(defaultHeaderNames.walletSignature)),
    }),
  ),

  on(
    'authorizeQuote',
    'Release a payment that waits for the person; the answer may carry another challenge',
    async ({ context, param, body }) => ({
      answer: await authorizeQuote(context, param('quoteId'), body),
    }),
  ),

  on('resendQuoteCode', 'Send another code for the challenge of a payment', async ({ context, param }) => {
    await resendCode(context, param('quoteId'))
    return { answer: undefined }
  }),
]
