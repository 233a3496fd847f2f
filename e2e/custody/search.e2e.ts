import { expect, test } from '../fixtures.js'
import type { ServedStack } from '../served-stack.js'
import { endOf } from '../support/held.js'
import { quoteFor } from '../support/quotes.js'
import { storedRecord } from '../support/stored-record.js'
import { collect, eavesdrop } from './collect.js'
import { base58, search } from './forms.js'
import { heapOf } from './heap.js'

/** Returns the private keys of all sessions that were issued. */
const scalarsOf = (stack: ServedStack): readonly string[] =>
  stack.sessionIds().map((id) => stack.emulator.sealedKeyOf(id) ?? 'unknown')

const isScalar = /^[0-9a-f]{64}$/

test('no session key is found anywhere in or around the page, after successes and failures of every kind', async ({
  context,
  wallet,
  openTab,
  stack,
}) => {
  const straws = [...(await collect(wallet.page))]
  const heard = eavesdrop(context)
  const look = async (page = wallet.page): Promise<void> => {
    straws.push(...(await collect(page)))
  }
  const other = await openTab()
  // Only the page in front can use passkeys.
  await wallet.page.bringToFront()

  await wallet.askForCode()
  expect(await endOf(wallet.enterCode('wrong'))).toBe('UNAUTHORIZED')
  await look()
  await wallet.enterCode(stack.otp())
  await look()
  await wallet.createPasskey('Laptop')
  await wallet.signInWithPasskey()
  await wallet.createOauth()
  await wallet.signInWithOauth()
  await look()
  await wallet.authenticator.forgetPasskeys()
  expect(await endOf(wallet.signInWithPasskey())).toBe('CEREMONY_CANCELLED')
  stack.emulator.faults.next('POST /internal-accounts/{id}/export', { status: 500 })
  expect(await endOf(wallet.exportPhrase())).not.toBe('resolved')
  stack.emulator.faults.next('POST /internal-accounts/{id}/export', {})
  stack.emulator.faults.next('POST /internal-accounts/{id}/export', {
    body: { id: stack.accountId, encryptedWalletCredentials: 'broken' },
  })
  expect(await endOf(wallet.exportPhrase())).toMatch(/^EXPORT_/)
  const { phrase } = await wallet.exportPhrase()
  await look()
  await wallet.setPrivacy(true)
  await wallet.executeQuote((await quoteFor(stack)).quote)
  await wallet.refresh()
  stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', {})
  stack.emulator.faults.next('POST /auth/sessions/{id}/refresh', { answer: 'lost' })
  expect(await endOf(wallet.refresh())).toBe('OUTCOME_UNKNOWN')
  await wallet.stamp('payload')
  await look()
  await expect.poll(async () => (await other.state()).session.status).toBe('active')
  await look(other.page)
  await wallet.signOut()
  await look()
  await look(other.page)

  const scalars = scalarsOf(stack)
  expect(scalars).toHaveLength(4)
  for (const scalar of scalars) expect(scalar).toMatch(isScalar)
  const all = [...straws, ...heard]
  expect(search(all, scalars)).toEqual([])
  // The phrase was shown only to the test.
  expect(
    all.filter(({ text = '', bytes = '' }) => `${text}${Buffer.from(bytes, 'hex')}`.includes(phrase)),
  ).toEqual([])
  // The search covered every kind of place.
  const places = new Set(all.map(({ place }) => place))
  for (const place of ['state', 'error', 'document', 'url', 'request body', 'request url']) {
    expect(places).toContain(place)
  }
  expect(places).toContain('request header wallet-signature')
  expect(places).toContain('indexeddb embedded-wallet-auth/accounts (private key)')
})

test('no session key is found next to an unopened sealed key, nor among the strings of the page', {
  tag: '@long',
}, async ({ wallet, stack }) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  await wallet.refresh()
  const scalars = scalarsOf(stack)
  expect(scalars).toHaveLength(2)
  const planted = 'ab'.repeat(32)
  await wallet.page.evaluate((secret) => {
    Object.assign(globalThis, { forgotten: `a ${secret} in the heap` })
  }, planted)
  const heap = await heapOf(wallet.page)
  expect(search([{ place: 'heap', text: heap }], scalars)).toEqual([])
  expect(search([{ place: 'heap', text: heap }], [planted])).toEqual([{ place: 'heap', form: 'hex' }])
  await wallet.askForCode()
  await wallet.page.evaluate(() => {
    SubtleCrypto.prototype.deriveBits = () => new Promise(() => {})
  })
  wallet.enterCode(stack.otp()).catch(() => {})
  await expect.poll(async () => (await storedRecord(wallet.page, stack)).phase).toBe('delivered')
  expect(stack.sessionIds()).toHaveLength(3)
  expect(search(await collect(wallet.page), scalarsOf(stack))).toEqual([])
})

test('the search for keys finds a planted key in each place and each form', async ({
  context,
  wallet,
  stack,
}) => {
  await wallet.askForCode()
  await wallet.enterCode(stack.otp())
  const [scalar = ''] = scalarsOf(stack)
  expect(scalar).toMatch(isScalar)
  const heard = eavesdrop(context)
  const bytes = Buffer.from(scalar, 'hex')
  await wallet.page.evaluate(
    async ({ hex, base64, base64url, base58, list }) => {
      const raw = Uint8Array.from(list)
      localStorage.setItem('planted', `{"key":"${hex.toUpperCase()}"}`)
      sessionStorage.setItem('planted', btoa(`x${String.fromCharCode(...raw)}`))
      // biome-ignore lint/suspicious/noDocumentCookie: planted where a page would plant it
      document.cookie = `planted=${base64url}`
      document.body.dataset['planted'] = base58
      history.replaceState({ planted: list }, '', `#${encodeURIComponent(base64)}`)
      window.name = JSON.stringify(raw)
      // biome-ignore lint/suspicious/noConsole: planted where a page would plant it
      console.log('planted', hex)
      await harness.call(async () => {
        throw new Error('outer', { cause: new Error(`inner ${hex}`) })
      })
      await fetch(`/planted?key=${hex}`, { method: 'POST', headers: { planted: base64 }, body: raw })
      const open = (name: string): Promise<IDBDatabase> =>
        new Promise((resolve) => {
          const opening = indexedDB.open(name)
          opening.onupgradeneeded = () => opening.result.createObjectStore('rows')
          opening.onsuccess = () => resolve(opening.result)
        })
      const database = await open('planted')
      const key = await crypto.subtle.importKey('raw', raw, 'HKDF', false, ['deriveBits'])
      const aes = await crypto.subtle.importKey('raw', raw, 'AES-GCM', true, ['encrypt'])
      await new Promise<void>((resolve) => {
        const write = database.transaction('rows', 'readwrite')
        const rows = write.objectStore('rows')
        rows.put({ nested: new Map([['deep', [{ key: raw.buffer }]]]) }, 'buffer')
        rows.put({ hidden: key }, 'hidden')
        rows.put({ shown: aes }, 'shown')
        write.oncomplete = () => resolve()
      })
      database.close()
    },
    {
      hex: scalar,
      base64: bytes.toString('base64'),
      base64url: bytes.toString('base64url'),
      base58: base58(scalar),
      list: [...bytes],
    },
  )
  const found = search([...(await collect(wallet.page)), ...heard], [scalar]).map(
    ({ place, form }) => `${place}: ${form}`,
  )
  expect(found).toEqual(
    expect.arrayContaining([
      'localStorage: hex',
      'sessionStorage: base64',
      'cookie: base64',
      'document: base58',
      'url: base64',
      'history: numbers',
      'window name: numbers',
      'console: hex',
      'error: hex',
      'request url: hex',
      'request header planted: base64',
      'request body: bytes',
      'indexeddb planted/rows: bytes',
      'indexeddb planted/rows exported raw: bytes',
      'indexeddb planted/rows exported jwk: base64',
    ]),
  )
})

test('the search for keys spells base58 like other libraries', () => {
  // The example in the draft specification of base58.
  expect(base58(Buffer.from('Hello World!').toString('hex'))).toBe('2NEpo7TZRRrLZSi2U')
  expect(base58('0000287fb4cd')).toBe('11233QC4')
})
