/**
 * A first program that uses only the package: it starts the emulator with `npx`, signs in through a backend and pays.
 * scripts/packed.js copies it into an installation.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWallet } from 'embedded-wallet-auth'
import { createBackend } from 'embedded-wallet-auth/backend'
import { createClient } from 'embedded-wallet-auth/client'
import { serve } from 'embedded-wallet-auth/node'
import { createEmulator } from 'embedded-wallet-auth-emulator'

const emulator = spawn(
  'npx',
  // npx starts the emulator as another process and passes no signal on, so the emulator watches its parent.
  ['--offline', 'embedded-wallet-auth-emulator', '--port', '0', '--json', '--quiet', '--with-parent'],
  { stdio: ['ignore', 'pipe', 'inherit'], shell: process.platform === 'win32' },
)
let address = ''
try {
  const [line] = await once(emulator.stdout, 'data')
  const { baseUrl, controlUrl, accountId, email, shopId, tokenId, clientSecret } = JSON.parse(line)
  const token = { tokenId, clientSecret }
  address = baseUrl
  const wallet = createWallet({
    accountId,
    backend: createBackend({
      service: { baseUrl, ...token },
      authorize: async () => [accountId],
      relyingParty: { id: 'localhost', name: 'Example Bank' },
      origins: ['http://localhost:5173'],
    }),
  })
  await wallet.signIn({ type: 'EMAIL_OTP' })
  const inbox = await fetch(`${controlUrl}inbox?to=${email}`)
  const { data } = await inbox.json()
  await wallet.submit({ otp: data[0].otp })

  const client = createClient({ baseUrl, auth: { type: 'basic', ...token } })
  const quote = await client.createQuote({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: shopId },
    lockedCurrencySide: 'RECEIVING',
    lockedCurrencyAmount: 20_00,
  })
  console.log((await wallet.executeQuote(quote)).status)

  // This also runs the emulator in this process, and reads its OpenAPI document and the script of its page, which load
  // on demand.
  const { url, close } = await serve(createEmulator().fetch, { port: 0 })
  const description = await fetch(`${url}/openapi.json`)
  if (description.status !== 200) throw new Error(`openapi.json: ${description.status}`)
  const script = await (await fetch(`${url}/openapi/page.js`)).text()
  if (!script.includes('/emulator/status')) throw new Error('The page has no script.')
  await close()
} finally {
  emulator.kill('SIGTERM')
  await once(emulator, 'close')
}
const ended = performance.now() + 10_000
while (await fetch(address).then(Boolean, () => false)) {
  if (performance.now() > ended) throw new Error('The emulator outlives npx.')
  await new Promise((resolve) => setTimeout(resolve, 50))
}
