/** What a late script of the page gets where payments need a proof by passkey. The functions run in the page. @module */
import type { Loot } from './loot.js'
import { hostileScripts } from './scripts.js'

/** An attempt at a payment, what the person does with the browser's dialog meanwhile, and whether the script pays. */
export interface PaymentAttempt {
  readonly tries: string
  readonly person: 'ignores the dialog' | 'uses the passkey' | 'has just signed in again by code'
  readonly harvest: () => Loot | Promise<Loot>
  readonly gets: 'payment' | 'nothing'
}

/** Returns what an earlier script does. */
const harvestOf = (begins: string): HostileHarvest => {
  const found = hostileScripts.find(({ tries }) => tries.startsWith(begins))
  if (found === undefined) throw new Error(`No script begins with ${begins}.`)
  return found.harvest
}

type HostileHarvest = (typeof hostileScripts)[number]['harvest']

const byHandle = harvestOf('pays itself: has the platform make a quote')
const byWallet = harvestOf('pays itself through `wallet.executeQuote()`')

/** All attempts. */
export const paymentAttempts: readonly PaymentAttempt[] = [
  {
    tries: 'has the platform make a quote, stamps it with the stored handle',
    person: 'uses the passkey',
    harvest: byHandle,
    gets: 'nothing',
  },
  {
    tries: 'calls `wallet.executeQuote()`, which opens the browser’s dialog',
    person: 'ignores the dialog',
    harvest: byWallet,
    gets: 'nothing',
  },
  {
    tries: 'takes the proof of the person’s own payment, and sends it with a quote of its own',
    person: 'uses the passkey',
    async harvest() {
      const own = await attack.help('quote')
      let proof = ''
      attack.onFetch(async (request) => {
        proof ||= request.headers.get('Wallet-Payment-Proof') ?? ''
        return proof === '' ? undefined : new Response(null, { status: 503 })
      })
      await harness.wallet.executeQuote(own as never).catch(() => {})
      if (proof === '') throw new Error('The person has made no proof.')
      const { id = '', payloadToSign = '' } = await attack.help('quote')
      const stamp = await attack.stamp(payloadToSign)
      const headers = { 'Wallet-Signature': stamp, 'Wallet-Payment-Proof': proof }
      await attack.call('POST', `/quotes/${id}/execute`, undefined, headers)
      return { quote: id }
    },
    gets: 'nothing',
  },
  {
    tries: 'calls `wallet.executeQuote()`, and tells the person that the dialog is for something else',
    person: 'uses the passkey',
    harvest: byWallet,
    gets: 'payment',
  },
  {
    tries: 'adds a passkey that its own server holds, and proves a payment with it',
    person: 'has just signed in again by code',
    async harvest() {
      const { accountId } = attack
      const asked = { accountId, nickname: 'Mallory' }
      const options = await attack.call('POST', '/auth/passkey-registration-options', asked)
      const challenge = String(options.body['challenge'])
      const attestation = await attack.help('passkey', { challenge })
      const body = { type: 'PASSKEY', ...asked, challenge, attestation }
      const added = await attack.signed('POST', '/auth/credentials', body)
      if (added.status !== 201) throw new Error('The passkey was not added.')
      const { id = '', payloadToSign = '' } = await attack.help('quote')
      const headers = {
        'Wallet-Signature': await attack.stamp(payloadToSign),
        'Wallet-Idempotency-Key': crypto.randomUUID(),
      }
      const refused = await attack.call('POST', `/quotes/${id}/execute`, undefined, headers)
      const details = JSON.stringify(refused.body['details'] ?? {})
      const { proof = '' } = await attack.help('payment-proof', { details })
      await attack.call('POST', `/quotes/${id}/execute`, undefined, {
        ...headers,
        'Wallet-Payment-Proof': proof,
      })
      return { quote: id }
    },
    gets: 'nothing',
  },
  {
    tries: 'removes the person’s passkey, has the person type one more code, and pays with that sign-in',
    person: 'has just signed in again by code',
    async harvest() {
      const list = await attack.call('GET', `/auth/credentials?accountId=${attack.accountId}`)
      const credentials = list.body['data'] as readonly { readonly id: string; readonly type: string }[]
      const idOf = (wanted: string): string => credentials.find(({ type }) => type === wanted)?.id ?? ''
      const removed = await attack.signed('DELETE', `/auth/credentials/${idOf('PASSKEY')}`)
      if (removed.status !== 204) throw new Error('The passkey was not removed.')
      const path = `/auth/credentials/${idOf('EMAIL_OTP')}`
      const { body: challenge } = await attack.call('POST', `${path}/challenge`)
      const { otp = '' } = await attack.help('code')
      const bundle = challenge['otpEncryptionTargetBundle']
      const proof =
        typeof bundle === 'string'
          ? await attack.help('code-bundle', { otp, bundle })
          : { otp, ...(await attack.help('key')) }
      const verify = { type: 'EMAIL_OTP', ...proof }
      let proven = await attack.call('POST', `${path}/verify`, verify)
      if (proven.status === 202) {
        const { payloadToSign, requestId } = proven.body
        const { stamp = '' } = await attack.help('stamp', { text: String(payloadToSign) })
        const headers = { 'Wallet-Signature': stamp, 'Wallet-Request-Id': String(requestId) }
        proven = await attack.call('POST', `${path}/verify`, verify, headers)
      }
      if (proven.status !== 200) throw new Error('The code was not accepted.')
      const { id = '', payloadToSign = '' } = await attack.help('quote')
      const stamp = await attack.stamp(payloadToSign)
      await attack.call('POST', `/quotes/${id}/execute`, undefined, { 'Wallet-Signature': stamp })
      return { quote: id }
    },
    gets: 'nothing',
  },
]
