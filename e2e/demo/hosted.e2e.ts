/** The demo as a folder of files on a static server. @module */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { addAuthenticator } from '../authenticator.js'
import { expect, test } from '../fixtures.js'
import { openHeron } from './heron-page.js'

const configFile = fileURLToPath(new URL('../../demo/vite.config.ts', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

let folder: string
let server: Server
let url: string
const asked: string[] = []

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-hosted-'))
  await build({ configFile, mode: 'hosted', logLevel: 'error', build: { outDir: folder } })
  server = createServer(({ url: path = '/', method }, response) => {
    asked.push(`${method} ${path}`)
    // Below a path, as on many hosts.
    const name = path.replace(/^\/try\//, '').replace(/\?.*|#.*/, '') || 'index.html'
    try {
      const file = readFileSync(join(folder, name))
      response
        .writeHead(200, { 'Content-Type': types[extname(name)] ?? 'application/octet-stream' })
        .end(file)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  url = `http://localhost:${(server.address() as AddressInfo).port}/try/`
})

test.afterAll(async () => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the hosted demo signs in by code and passkey and pays with no server, goes on after a reload and when its worker was stopped, and shows the wallet before its worker answers', {
  tag: '@long',
}, async ({ page, context }) => {
  await addAuthenticator(page)
  const heron = await openHeron(page, url)
  await heron.logInAs('Ada Lovelace')
  await heron.signInByCode()
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.confirmAndSend()
  await expect(heron.heading).toHaveText('Sent to Grace Hopper')
  await expect(heron.workbench.happenings.filter({ hasText: 'Stamp' }).first()).toBeAttached()
  await heron.goTo('Security')
  await heron.createPasskey()

  await page.reload()
  await heron.goTo('Home')
  await expect(heron.line('To Grace Hopper')).toBeVisible()

  const second = await context.newPage()
  await second.addInitScript(() => {
    const own = fetch
    globalThis.fetch = (input, init) =>
      String(input).startsWith('/demo/') ? new Promise(() => {}) : own(input, init)
  })
  await second.goto(url)
  await expect(second.getByRole('button', { name: 'Send money' })).toBeVisible()
  await second.close()

  const developer = await context.newCDPSession(page)
  await developer.send('ServiceWorker.enable')
  await developer.send('ServiceWorker.stopAllWorkers')
  await heron.press('Sign out')
  await heron.press('Sign in with a passkey')
  await expect(heron.balance).toHaveText('1,447.50 USDB')
  await heron.goTo('Security')
  await heron.connectIdentity('Ada Lovelace')

  expect(asked.filter((call) => !call.startsWith('GET /try/'))).toEqual([])
})
