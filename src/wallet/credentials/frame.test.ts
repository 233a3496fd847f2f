import { afterEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { attest } from './ceremonies.js'

const shop = 'https://shop.example'
const create = vi.fn(async () => null)

afterEach(() => {
  vi.unstubAllGlobals()
  create.mockClear()
})

/** Asks for a passkey in a frame of the shop. Resolves with the error's code, and whether a dialog was opened. */
async function createdUnder(ancestors: readonly string[] | undefined, topOrigins?: readonly string[]) {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('navigator', { credentials: { create } })
  vi.stubGlobal('document', {})
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('top', { origin: shop })
  const location = new URL('https://wallet.example/page')
  vi.stubGlobal('location', ancestors ? Object.assign(location, { ancestorOrigins: ancestors }) : location)
  const prepared = {
    ...{ challenge: 'AAAA', rp: { id: 'wallet.example', name: 'Wallet' }, pubKeyCredParams: [] },
    user: { id: 'BBBB', name: 'Phone', displayName: 'Phone' },
    ...(topOrigins && { topOrigins }),
  }
  const signal = new AbortController().signal
  const common = { clock: systemClock(), now: () => 0, passkey: {}, sandbox: {}, signal }
  const oidcBinding = () => Promise.reject(new Error('not asked'))
  const request = { ...common, accountId: 'InternalAccount:1', prepared, until: Infinity, oidcBinding }
  const { code } = await attest(request, 'Phone').then(
    () => ({ code: 'created' }),
    (error: { readonly code: string }) => error,
  )
  return { code, opened: create.mock.calls.length === 1 }
}

test.each<[string, readonly string[] | undefined, readonly string[]]>([
  ['that names nobody', [shop], []],
  ['that names another page', [shop], ['https://other.example']],
  ['that names only a page between', ['https://other.example', shop], ['https://other.example']],
  ['that names nobody, in a browser that does not tell', undefined, []],
])('in a frame, no dialog opens for a backend %s', async (_, ancestors, topOrigins) => {
  expect(await createdUnder(ancestors, topOrigins)).toEqual({ code: 'PASSKEYS_NOT_ALLOWED', opened: false })
})

test.each<[string, readonly string[] | undefined, readonly string[] | undefined]>([
  ['names the page at the top', ['https://other.example', shop], [shop]],
  ['may name the page, if the browser does not tell which it is', undefined, [shop]],
  ['does not say whom it names, as an earlier one', [shop], undefined],
])('in a frame, the dialog opens if the backend %s', async (_, ancestors, topOrigins) => {
  expect((await createdUnder(ancestors, topOrigins)).opened).toBe(true)
})
