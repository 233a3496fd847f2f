/** Tests what click-jacking gains in the demo as it is built and served, with the backend's default step-up. */
import { serve } from 'embedded-wallet-auth/node'
import { expect, test } from '../demo/demo-fixtures.js'
import { wayIn } from '../demo/heron-page.js'
import { type JackingScene, jackings, type Taken } from './click-jacking.js'

test('click-jacking of the demo’s confirmations gets what the threat model says', { tag: '@long' }, async ({
  heron,
  demo,
  context,
  complaints,
}) => {
  let html = ''
  const elsewhere = await serve(
    async () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
    {
      port: 0,
      hostname: '127.0.0.1',
    },
  )
  const scene: JackingScene = {
    heron,
    url: demo.url,
    async foreign(body) {
      html = `<!doctype html><title>Weather</title>${body}`
      const page = await context.newPage()
      await page.goto(elsewhere.url)
      return page
    },
  }
  const wallet = demo.cast().customers.get('ada')?.accountId ?? ''
  // Checked at the service: money that left the wallet, and a phrase that was exported.
  const held = (): bigint => demo.emulator.ledger.balance(wallet, 'USDB')
  const exports = (): number =>
    demo.emulator.requests().filter(({ path, status }) => path.endsWith('/export') && status === 200).length

  const freshProof = async (): Promise<void> => {
    await heron.press('Sign out')
    await heron.press(wayIn.passkey)
    await heron.button('Sign out').waitFor()
  }

  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Security')
  await heron.createPasskey()
  const found: Record<string, Taken> = {}
  for (const { tries, proof, play, gets } of jackings) {
    if (proof === 'fresh') await freshProof()
    const before = { held: held(), exports: exports() }
    const taken = (): Taken => {
      if (held() < before.held) return 'payment'
      return exports() > before.exports ? 'recovery phrase' : 'nothing'
    }
    await play(scene)
    // Waits for the expected gain. A gain that must not happen would have happened before the page is read again.
    if (gets !== 'nothing') await expect.poll(taken).toBe(gets)
    for (const page of context.pages()) if (page !== heron.page) await page.close()
    await heron.goTo('Home')
    await heron.page.reload()
    await heron.line('Grace Hopper').first().waitFor()
    found[tries] = taken()
  }
  expect(found).toEqual(Object.fromEntries(jackings.map(({ tries, gets }) => [tries, gets])))
  // The page's own policy also refuses frames.
  expect(complaints).toEqual([expect.stringMatching(/^policy: frame-src \S+\/\?framed/)])
  complaints.length = 0
  await elsewhere.close()
})
