/** The demo in a development build, in which React says what it objects to, and in which StrictMode runs effects twice. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { startDemo } from '../../demo/server/start.js'
import { test as base, expect } from './demo-fixtures.js'
import { rareWalks } from './rare-walks.js'
import { walks } from './walks.js'

const directory = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-demo-development-'))
const config = fileURLToPath(new URL('../../demo/vite.config.ts', import.meta.url))

/** What Chromium says of calls that fail, which walks bring about, and of the key types that the service takes. */
const ofTheBrowser = /^Failed to load resource|^publicKey\.pubKeyCredParams/

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
  demo: async ({}, use) => {
    const demo = await startDemo({ port: 0, directory })
    await use(demo)
    await demo.close()
  },
})

test.beforeAll(async () => {
  const before = process.env['NODE_ENV']
  // The bundler puts it into React.
  process.env['NODE_ENV'] = 'development'
  await build({
    configFile: config,
    mode: 'development',
    logLevel: 'error',
    build: { outDir: directory, emptyOutDir: true, minify: false },
  })
  if (before === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = before
})
test.afterAll(() => rmSync(directory, { recursive: true, force: true }))

for (const [name, walk] of Object.entries({ ...walks, ...rareWalks })) {
  // Most dialogs, and a session that is proven again, are on this walk.
  const tag = name === 'ways to sign in' ? [] : '@long'
  test(`React objects to nothing along “${name}”`, { tag }, async ({ context, openHeronTab, demo }) => {
    const said: string[] = []
    context.on('console', (message) => {
      if (ofTheBrowser.test(message.text())) return
      if (['error', 'warning'].includes(message.type())) said.push(message.text())
    })
    const heron = await openHeronTab()
    await walk({ heron, emulator: demo.emulator, stop: async () => {} })
    expect(said).toEqual([])
  })
}
