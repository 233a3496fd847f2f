/**
 * `node bench/stand-alone.js`: how much longer a call takes through the stand-alone backend, which asks a login in
 * Python, than through one that has the login in its own process, and than without any. Needs `dist/` and Python 3.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/run.js'

const rounds = Number(process.argv[2] ?? 2_000)
const ends = /** @type {(() => void)[]} */ ([])

/** @param {readonly string[]} command @param {Record<string, string>} [env] */
function start([program = '', ...args], env = {}) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  ends.push(() => void child.kill('SIGTERM'))
  return once(child.stdout, 'data').then(([text]) => String(text))
}

const freePort = () =>
  new Promise((/** @type {(port: number) => void} */ resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** @param {string} url @param {Record<string, string>} headers @returns {Promise<number>} how long it took, in ms */
const timed = (url, headers) =>
  new Promise((resolve, reject) => {
    const began = performance.now()
    request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(performance.now() - began)
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })

/** @param {readonly number[]} values @param {number} part */
const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

const inProcess = `
import { createBackend } from 'embedded-wallet-auth/backend'
import { serve } from 'embedded-wallet-auth/node'
const { BASE_URL, TOKEN_ID, SECRET, ACCOUNT } = process.env
const { url } = await serve(createBackend({
  service: { baseUrl: BASE_URL, tokenId: TOKEN_ID, clientSecret: SECRET },
  authorize: async (request) => (request.headers.get('Cookie') ? [ACCOUNT] : undefined),
  loginSession: () => 'session', limits: false,
  relyingParty: { id: 'localhost', name: 'Example Bank' }, origins: ['http://localhost'],
}), { port: 0 })
console.log(url)`

async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'stand-alone-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const said = await start(['node', 'emulator/dist/cli/main.js', '--port', '0', '--json', '--quiet'])
  const { baseUrl, accountId, tokenId, clientSecret } = JSON.parse(said.split('\n')[0] ?? '')
  const port = await freePort()
  const token = { SERVICE_TOKEN_ID: tokenId, SERVICE_SECRET: clientSecret }
  const app = await start(['python3', 'examples/python-login/app.py'], {
    PORT: String(port),
    DEMO_ACCOUNT: accountId,
    ...token,
  })
  const origin = app.trim()
  const login = await fetch(`${origin}/api/login`, { method: 'POST' })
  const cookie = login.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  const config = join(folder, 'wallet.json')
  const settings = {
    service: { baseUrl },
    login: { url: `${origin.replace('localhost', '127.0.0.1')}/internal/login` },
    relyingParty: { id: 'localhost', name: 'Example Bank' },
    origins: [origin],
    listen: { port: 0 },
    limits: false,
  }
  writeFileSync(config, JSON.stringify(settings))
  const printed = await start(['node', 'dist/cli/main.js', 'backend', '--config', config], token)
  const standAlone = /http\S+/.exec(printed)?.[0] ?? ''
  const program = join(root, 'node_modules', '.stand-alone-bench.mjs')
  writeFileSync(program, inProcess)
  ends.push(() => rmSync(program))
  const env = { BASE_URL: baseUrl, TOKEN_ID: tokenId, SECRET: clientSecret, ACCOUNT: accountId }
  const within = (await start(['node', program], env)).trim()

  const path = `/auth/credentials?accountId=${accountId}`
  const basic = `Basic ${Buffer.from(`${tokenId}:${clientSecret}`).toString('base64')}`
  const sides = [
    { name: 'the service itself', url: baseUrl + path, headers: { Authorization: basic } },
    {
      name: 'a backend with `authorize` in its process',
      url: `${within}/wallet${path}`,
      headers: { Cookie: cookie },
    },
    {
      name: 'the stand-alone backend, and a login in Python',
      url: `${standAlone}/wallet${path}`,
      headers: { Cookie: cookie },
    },
  ]
  /** @type {number[][]} */
  const times = sides.map(() => [])
  for (let round = -200; round < rounds; round++) {
    for (const [index, { url, headers }] of sides.entries()) {
      const took = await timed(url, headers)
      if (round >= 0) times[index]?.push(took)
    }
  }
  console.log('| A call of | p50 | p99 |\n| --- | --- | --- |')
  for (const [index, { name }] of sides.entries()) {
    const [p50, p99] = [0.5, 0.99].map((part) => quantile(times[index] ?? [], part).toFixed(2))
    console.log(`| ${name} | ${p50} ms | ${p99} ms |`)
  }
  const [, own = [], asked = []] = times
  console.log(
    `added by the question about the login, p50: ${(quantile(asked, 0.5) - quantile(own, 0.5)).toFixed(2)} ms`,
  )
}

try {
  await main()
} finally {
  agent.destroy()
  for (const end of ends.reverse()) end()
}
