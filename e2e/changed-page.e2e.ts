/** Pages whose built-ins other scripts have changed. @module */
import { expect, test } from './fixtures.js'
import { quoteFor } from './support/quotes.js'
import { addPasskey } from './support/sign-in.js'

test('a page that has added members to the prototypes of built-ins signs in, stamps and pays', async ({
  openTab,
  stack,
  context,
}) => {
  await context.addInitScript(() => {
    // As libraries did when scripts shared their helpers in this way.
    for (const { prototype } of [Object, Array, Function, String, Promise])
      Object.assign(prototype, { extend() {}, each() {} })
  })
  const wallet = await openTab()
  await addPasskey(wallet, stack)
  await wallet.signOut()
  await wallet.signInWithPasskey()
  await wallet.reload()
  const { quote } = await quoteFor(stack)
  expect(await wallet.executeQuote(quote)).toMatchObject({ id: quote.id, status: 'COMPLETED' })
  await wallet.refresh()
  expect((await wallet.state()).session.status).toBe('active')
})
