import { basicAuthorization } from 'embedded-wallet-auth/wire'
import { describe, expect, it, test } from 'vitest'
import { customerBy, picture } from '../fixtures/people.js'
import { createEmulator } from '../index.js'
import { jsonBody } from './request-body.js'

const emulator = createEmulator()

const post = (body: BodyInit, headers: Record<string, string> = {}): Promise<Response> =>
  emulator.fetch('http://service.test/2025-10-13/documents', {
    method: 'POST',
    body,
    headers: { authorization: basicAuthorization(emulator.apiToken), ...headers },
  })

async function form(): Promise<FormData> {
  const fields = new FormData()
  fields.append('file', picture('the secret picture'))
  fields.append('documentType', 'PASSPORT')
  fields.append('country', 'GB')
  fields.append('documentHolder', (await customerBy(emulator)).id)
  return fields
}

test('an empty body needs no content type', () => {
  expect(jsonBody(new Uint8Array(), null)).toBeUndefined()
})

describe('form', () => {
  it('a form is accepted by a call that expects a form', async () => {
    expect((await post(await form())).status).toBe(201)
  })

  it('a form with a repeated field is refused with 400', async () => {
    const fields = await form()
    fields.append('country', 'DE')
    expect(await (await post(fields)).json()).toMatchObject({ status: 400, details: { issues: ['country'] } })
  })

  it.each(['multipart/form-data; boundary=x', 'multipart/form-data; boundary='])(
    'a malformed form is refused with 400: %s',
    async (type) => {
      expect((await post('nonsense', { 'content-type': type })).status).toBe(400)
    },
  )

  it.each(['application/json', 'multipart/form-data', 'text/plain'])(
    'a form sent as %s is refused with 415',
    async (type) => {
      expect((await post('{}', { 'content-type': type })).status).toBe(415)
    },
  )

  it('a form is logged only by its size', async () => {
    await post(await form())
    expect(emulator.requests().at(-1)?.body).toMatch(/^\d+ bytes of form data$/)
    expect(JSON.stringify(emulator.requests())).not.toContain('the secret picture')
  })

  it('a form of up to 10 MiB is accepted only with the content type of a form', async () => {
    expect((await post('x'.repeat(64 * 1024 + 1), { 'content-type': 'application/json' })).status).toBe(413)
    const large = await form()
    large.set('file', picture('x'.repeat(100 * 1024)))
    expect((await post(large)).status).toBe(201)
  })
})
