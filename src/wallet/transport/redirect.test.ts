/** A redirect in place of an answer, as a check in front of a backend sends to people who are not logged in. @module */

import { describe, expect, test } from 'vitest'
import { codeOf, opened, signedIn } from '../fixtures/open-wallets.js'
import { quoteOf } from '../fixtures/quotes.js'
import { createStack } from '../fixtures/stack.js'

/** A stack whose pages are redirected to the login while `isLoggedIn` is false. */
async function guarded() {
  const stack = await createStack()
  const page = { isLoggedIn: true, asked: 0 }
  const backend = async (request: Request): Promise<Response> => {
    if (page.isLoggedIn) return stack.backend(request)
    page.asked += 1
    return Response.redirect('http://localhost/login')
  }
  return { stack, page, backend }
}

describe('a redirect to a login page', () => {
  test('a submitted code that is redirected rejects with REDIRECTED, and can be submitted again after the login', async () => {
    const { stack, page, backend } = await guarded()
    const wallet = await opened(stack, { backend })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    page.isLoggedIn = false
    expect(await codeOf(wallet.submit({ otp: stack.otp() }))).toBe('REDIRECTED')
    expect(page.asked).toBe(1)
    expect(wallet.getState().flow).toMatchObject({
      status: 'awaitingProof',
      proof: 'otp',
      fault: { kind: 'transport', code: 'REDIRECTED' },
    })
    page.isLoggedIn = true
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a read that is redirected is not repeated', async () => {
    const { stack, page, backend } = await guarded()
    const wallet = await opened(stack, { backend })
    page.isLoggedIn = false
    expect(await codeOf(wallet.credentials.list())).toBe('REDIRECTED')
    expect(page.asked).toBe(1)
  })

  test('a redirect that the browser does not follow is REDIRECTED', async () => {
    const { stack } = await guarded()
    const opaque = Object.defineProperties(new Response(null), {
      type: { value: 'opaqueredirect' },
      status: { value: 0 },
    })
    const wallet = await opened(stack, { backend: () => opaque })
    expect(await codeOf(wallet.credentials.list())).toBe('REDIRECTED')
  })

  test('a payment that is redirected stays in doubt, because a proxy may redirect to an error page', async () => {
    const { stack, page, backend } = await guarded()
    const wallet = await signedIn(stack, { backend })
    const quote = await quoteOf(stack)
    page.isLoggedIn = false
    expect(await codeOf(wallet.executeQuote(quote))).toBe('REDIRECTED')
    expect(wallet.getState().unsettled).toMatchObject([{ quoteId: quote.id }])
    page.isLoggedIn = true
    expect((await wallet.executeQuote(quote)).status).not.toBe('PENDING')
    expect(wallet.getState().unsettled).toEqual([])
  })
})
