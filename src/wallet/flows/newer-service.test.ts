/** A service that is newer than this version of the library. @module */
import { describe, expect, test } from 'vitest'
import { opened } from '../fixtures/open-wallets.js'
import { createStack, type Stack } from '../fixtures/stack.js'

/** The stack's backend, with the JSON of its answers changed. */
const changing =
  (stack: Stack, change: (value: unknown) => unknown) =>
  async (request: Request): Promise<Response> => {
    const { status, headers, body } = await stack.backend(request)
    const text = body === null ? '' : await new Response(body).text()
    return new Response(text === '' ? null : JSON.stringify(change(JSON.parse(text))), { status, headers })
  }

/** Adds to each list a copy of its first item, of a type that this version does not know. */
const withAnotherType = (value: unknown): unknown => {
  const { data } = value as { readonly data?: readonly object[] }
  if (data?.[0] === undefined) return value
  return { ...(value as object), data: [{ ...data[0], type: 'MAGIC_LINK' }, ...data] }
}

describe('what this version does not know', () => {
  test('a credential of an unknown type does not prevent a sign-in with another credential', async () => {
    const stack = await createStack()
    const wallet = await opened(stack, { backend: changing(stack, withAnotherType) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    expect(wallet.getState().session.status).toBe('active')
    expect((await wallet.credentials.list()).map(({ type }) => type)).toEqual(['EMAIL_OTP'])
    expect(await wallet.sessions.list()).toHaveLength(1)
  })

  test('a 202 of an unknown type is stamped', async () => {
    const stack = await createStack()
    const wallet = await opened(stack, {
      backend: changing(stack, (value) =>
        'payloadToSign' in (value as object) ? { ...(value as object), type: 'MAGIC_LINK' } : value,
      ),
    })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    await wallet.submit({ otp: stack.otp() })
    await wallet.sessions.refresh()
    expect(wallet.getState().session.status).toBe('active')
  })

  test('a field of a credential that is null is read as absent', async () => {
    const stack = await createStack()
    const withNull = (value: unknown): unknown => {
      const { data } = value as { readonly data?: readonly object[] }
      return data
        ? { data: data.map((item) => ({ ...item, credentialId: null })) }
        : { ...(value as object), credentialId: null }
    }
    const wallet = await opened(stack, { backend: changing(stack, withNull) })
    await wallet.signIn({ type: 'EMAIL_OTP' })
    const [credential] = await wallet.credentials.list()
    expect(credential).not.toHaveProperty('credentialId')
  })
})
