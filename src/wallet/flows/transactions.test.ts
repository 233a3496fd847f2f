/** How often each flow uses the database. The user waits for every transaction. @module */

import { expect, test } from 'vitest'
import type { Wallet } from '../api.js'
import { withIndexedDb } from '../fixtures/indexed-db.js'
import { opened, signedIn } from '../fixtures/open-wallets.js'
import { quoteOf } from '../fixtures/quotes.js'
import { createStack, type Stack } from '../fixtures/stack.js'
import { watchTransactions } from '../fixtures/transactions.js'
import { indexedDbStore } from '../record/storage.js'

withIndexedDb()

let databases = 0

/** Waits until nothing more is read after a session has been shown. */
async function quiet(modes: readonly string[]): Promise<void> {
  let seen = -1
  await expect
    .poll(
      () => {
        const isQuiet = modes.length === seen
        seen = modes.length
        return isQuiet
      },
      { interval: 30 },
    )
    .toBe(true)
}

async function ready(): Promise<{ stack: Stack; wallet: Wallet }> {
  const stack = await createStack()
  const wallet = await signedIn(stack, { store: indexedDbStore(`transactions-${++databases}`) })
  return { stack, wallet }
}

test('a sign-in with a code commits three times from submit to an active session: claimed, delivered, settled and read back', async () => {
  const stack = await createStack()
  const wallet = await opened(stack, { store: indexedDbStore(`transactions-${++databases}`) })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const modes = watchTransactions()
  await quiet(modes)
  modes.length = 0
  let untilActive: readonly string[] = []
  wallet.subscribe(() => {
    if (wallet.getState().session.status === 'active' && untilActive.length === 0) untilActive = [...modes]
  })
  await wallet.submit({ otp: stack.otp() })
  expect(untilActive).toEqual(['readwrite', 'readwrite', 'readwrite'])
})

test('a signed operation uses no transaction once the organization of the account is known', async () => {
  const { wallet } = await ready()
  await wallet.updatePrivacy({ privateEnabled: true })
  const modes = watchTransactions()
  await quiet(modes)
  modes.length = 0
  await wallet.updatePrivacy({ privateEnabled: false })
  expect(modes).toEqual([])
})

test('a page that restores a session knows its organization, and needs no transaction for its first signed operation', async () => {
  const { stack, wallet: first } = await ready()
  await first.updatePrivacy({ privateEnabled: true })
  first.dispose()
  const wallet = await opened(stack, { store: indexedDbStore(`transactions-${databases}`) })
  await wallet.credentials.list()
  const modes = watchTransactions()
  await quiet(modes)
  modes.length = 0
  await wallet.updatePrivacy({ privateEnabled: false })
  expect(modes).toEqual([])
})

test('a payment commits once before it is sent and once when its outcome is known', async () => {
  const stack = await createStack()
  const modes = watchTransactions()
  let untilSent: readonly string[] = []
  const wallet = await signedIn(stack, {
    store: indexedDbStore(`transactions-${++databases}`),
    backend: (request) => {
      if (request.url.endsWith('/execute')) untilSent = [...modes]
      return stack.backend(request)
    },
  })
  await wallet.updatePrivacy({ privateEnabled: true })
  const quote = await quoteOf(stack)
  await quiet(modes)
  modes.length = 0
  await wallet.executeQuote(quote)
  expect([untilSent, modes]).toEqual([['readwrite'], ['readwrite', 'readwrite']])
})
