import { expect, it, vi } from 'vitest'
import { createEmulator } from '../index.js'

// As on a machine where it was not installed.
vi.mock('@valibot/to-json-schema', () => {
  throw Object.assign(new Error("Cannot find package '@valibot/to-json-schema'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  })
})

it.each(['/', '/openapi.json'])('without its package %s is a 501 that names it', async (path) => {
  const emulator = createEmulator()
  const answer = await emulator.fetch(new Request(`http://localhost${path}`))
  expect(answer.status).toBe(501)
  expect(await answer.json()).toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: expect.stringContaining('npm install @valibot/to-json-schema'),
  })
})

it('all other calls work without it', async () => {
  const emulator = createEmulator()
  const { account } = await emulator.provision()
  const { tokenId, clientSecret } = emulator.apiToken
  const headers = { Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` }
  const address = `http://localhost/2025-10-13/auth/credentials?accountId=${account.id}`
  expect((await emulator.fetch(new Request(address, { headers }))).status).toBe(200)
})
