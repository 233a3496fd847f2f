import { afterEach, expect, test, vi } from 'vitest'
import { dryRun } from './dry-run.js'
import { createLazyWallet } from './lazy.js'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a dry run seals a key, opens it, tests it before and after it is stored, and makes a stamp', async () => {
  // The first dry run of a process loads the delivery, which opens a sample key of its own.
  await dryRun(createLazyWallet)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
  const sign = vi.spyOn(crypto.subtle, 'sign')
  await dryRun(createLazyWallet)
  await expect(decrypt.mock.results[0]?.value).resolves.toHaveProperty('byteLength', 32)
  const signed = sign.mock.calls.filter(([algorithm]) => algorithm !== 'HMAC').map(([, , bytes]) => bytes)
  expect(signed.length).toBeGreaterThanOrEqual(3)
  expect(signed.at(-1)).toEqual(new Uint8Array())
})

test('a dry run sends nothing and stores nothing in the browser', async () => {
  const [send, open] = [vi.fn(), vi.fn()]
  vi.stubGlobal('fetch', send)
  vi.stubGlobal('indexedDB', { open })
  await dryRun(createLazyWallet)
  expect([send.mock.calls, open.mock.calls]).toEqual([[], []])
})

test('a dry run leaves no timer behind', async () => {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  await dryRun(createLazyWallet)
  // A read that was under way when the wallet was disposed clears its timer at its end.
  await new Promise((resolve) => setTimeout(resolve, 20))
  const cleared = new Set(clear.mock.calls.map(([timer]) => timer))
  const left = set.mock.calls.filter(([, ms = 0], n) => ms > 20 && !cleared.has(set.mock.results[n]?.value))
  expect(left).toEqual([])
})

test('a dry run rejects when a step fails, and disposes its wallet', async () => {
  vi.spyOn(crypto.subtle, 'decrypt').mockRejectedValue(new DOMException('no', 'OperationError'))
  await expect(dryRun(createLazyWallet)).rejects.toMatchObject({ code: 'SEALED_KEY_OPEN' })
})

test('a dry run opens no channel and holds no lock, so that the browser can keep the page in its cache', async () => {
  const [channel, request] = [vi.fn(), vi.fn(async () => {})]
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('BroadcastChannel', channel)
  vi.stubGlobal('navigator', { locks: { request } })
  await dryRun(createLazyWallet)
  expect([channel.mock.calls, request.mock.calls]).toEqual([[], []])
})
