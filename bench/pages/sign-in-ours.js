/** This library: a sign-in by code through the public API. @module */
import { createWallet } from 'embedded-wallet-auth'

/** @param {string} accountId */
function signingIn(accountId) {
  let answeredAt = 0
  const wallet = createWallet({
    accountId,
    async backend(request) {
      const { pathname, search } = new URL(request.url)
      const body = request.method === 'GET' ? {} : { body: await request.text() }
      const { method, headers } = request
      const answer = await fetch(`/wallet${pathname}${search}`, { method, headers, ...body })
      const text = await answer.text()
      answeredAt = performance.now()
      return new Response(text === '' ? null : text, answer)
    },
  })
  return {
    start: () => wallet.signIn({ type: 'EMAIL_OTP' }),
    /** Resolves with the milliseconds from the service's answer to a ready signer. @param {string} otp */
    async submit(otp) {
      await wallet.submit({ otp })
      if (wallet.signer === undefined) throw new Error('There is no signer.')
      return performance.now() - answeredAt
    },
    end: () => wallet.dispose(),
  }
}

globalThis.signingIn = signingIn
