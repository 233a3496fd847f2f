/**
 * Creates a customer and pays from the customer's wallet, with a client generated from the OpenAPI document.
 * @module
 */
import type { components, paths } from 'described-client'
import type { Client } from 'openapi-fetch'
import { clientKey, openSealedKey, stampOf } from '../../../emulator/src/fixtures/client.js'
import { done, one } from './outcome.js'

type Account = components['schemas']['InternalAccount']

/** Creates a customer. Resolves with the customer's wallet. */
async function newWallet(client: Client<paths>, fullName: string, email: string): Promise<Account> {
  const customer = done(
    await client.POST('/customers', { body: { customerType: 'INDIVIDUAL', fullName, email } }),
  )
  const { data } = done(
    await client.GET('/customers/internal-accounts', {
      params: { query: { customerId: customer.id, limit: 10 } },
    }),
  )
  return one(data, ({ type }) => type === 'EMBEDDED_WALLET')
}

/** Signs in with the mailed code. Resolves with a function that makes stamps. */
async function signIn(
  client: Client<paths>,
  wallet: Account,
  codeFor: (address: string) => string | undefined,
): Promise<(text: string) => string> {
  const { data } = done(
    await client.GET('/auth/credentials', { params: { query: { accountId: wallet.id } } }),
  )
  const { id, nickname } = one(data, ({ type }) => type === 'EMAIL_OTP')
  done(await client.POST('/auth/credentials/{id}/challenge', { params: { path: { id } } }))
  const key = clientKey()
  const session = done(
    await client.POST('/auth/credentials/{id}/verify', {
      params: { path: { id } },
      body: { type: 'EMAIL_OTP', otp: codeFor(nickname) ?? '', clientPublicKey: key.publicKey },
    }),
  )
  if ('payloadToSign' in session) throw new Error('A plain code was answered with a challenge.')
  const scalar = await openSealedKey(key, session.encryptedSessionSigningKey)
  return (text) => stampOf(scalar, text)
}

/** Pays from one new wallet to another. Resolves with the transaction and the receiver's balance. */
export async function payFromWallet(
  client: Client<paths>,
  codeFor: (address: string) => string | undefined,
): Promise<{ transaction: components['schemas']['Transaction']; received: number }> {
  const wallet = await newWallet(client, 'Ada Lovelace', 'ada@example.com')
  const receiver = await newWallet(client, 'Grace Hopper', 'grace@example.com')
  const funded = done(
    await client.POST('/sandbox/internal-accounts/{accountId}/fund', {
      params: { path: { accountId: wallet.id } },
      body: { amount: 50_000_000 },
    }),
  )
  const quote = done(
    await client.POST('/quotes', {
      body: {
        source: { sourceType: 'ACCOUNT', accountId: funded.id },
        destination: { destinationType: 'ACCOUNT', accountId: receiver.id },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 10_000_000,
      },
    }),
  )
  const stamp = await signIn(client, wallet, codeFor)
  const payload =
    quote.payloadToSign ?? quote.paymentInstructions?.[0]?.accountOrWalletInfo.payloadToSign ?? ''
  done(
    await client.POST('/quotes/{quoteId}/execute', {
      params: {
        path: { quoteId: quote.id },
        header: { 'Service-Wallet-Signature': stamp(payload), 'Idempotency-Key': quote.id },
      },
    }),
  )
  const transaction = done(
    await client.GET('/transactions/{transactionId}', {
      params: { path: { transactionId: quote.transactionId } },
    }),
  )
  const { data } = done(
    await client.GET('/customers/internal-accounts', {
      params: { query: { customerId: receiver.customerId ?? '', currency: 'USDB' } },
    }),
  )
  return { transaction, received: one(data, ({ id }) => id === receiver.id).balance.amount }
}
