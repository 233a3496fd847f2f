/** Tests the executable from its arguments to its files. Long because each command is run as a whole. @module */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from 'embedded-wallet-auth/node'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { runCli } from './main.js'

const running: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})

/** Starts the executable. The tests can wait for its lines. */
function start(...args: string[]) {
  const printed: string[] = []
  const complained: string[] = []
  const enough = new AbortController()
  let wake = (): void => {}
  const result = runCli(args, {
    print: (line) => {
      printed.push(line)
      wake()
    },
    complain: (line) => complained.push(line),
    signal: enough.signal,
  })
  const stop = () => {
    enough.abort()
    return result
  }
  running.push(stop)
  const line = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const match = printed.map((text) => pattern.exec(text)?.[1]).find((text) => text !== undefined)
      if (match !== undefined) return match
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { printed, complained, result, stop, line }
}

describe('the executable', () => {
  it.each([['--help'], ['-h'], ['help'], ['--help', '--port', '1']])(
    'the executable prints its usage for %s %s',
    async (...args) => {
      const { result, printed, complained } = start(...args.filter((arg) => arg !== undefined))
      expect(await result).toBe(0)
      expect(printed.join()).toMatch(/--port.*--mode.*--origin/s)
      expect(complained).toEqual([])
    },
  )

  it.each([['--version'], ['-v']])('the executable prints its version for %s', async (option) => {
    const { result, printed } = start(option)
    expect(await result).toBe(0)
    const stated = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(printed).toEqual([stated.version])
  })

  it.each([
    [['server'], '"server"'],
    [['now'], '"now"'],
    [['--state', ''], '--state'],
    [['--seed='], '--seed'],
    [['seed'], '--state'],
    [['seed', '--state', 'a', '--port', '1'], '--port'],
    [['seed', 'a', 'b', '--state', 'c'], '"b"'],
    [['--prot', '1'], '--prot'],
    [['--port'], '--port'],
    [['--port', 'x'], '"x"'],
    [['--port', '65536'], '"65536"'],
    [['--port=-1'], '"-1"'],
    [['--mode', 'loose'], '"loose"'],
    [['--profile', 'prod'], '--profile must be seed, sandbox or production, not "prod"'],
    [['--key-delivery', 'none'], '"none"'],
    [['--profile', 'production', '--mode', 'sandbox'], 'takes no magic values'],
    [['--origin', 'localhost:5173'], '"localhost:5173"'],
    [['--origin', 'http://localhost:5173/'], '"http://localhost:5173/"'],
    [['--top-origin', 'shop'], '"shop"'],
    [['--token-id', 'me'], 'must be used together'],
    [['--token-id', 'a:b', '--client-secret', 'c'], 'colon'],
    [['--codes-per-minute', '0'], '"0"'],
    [['--env='], '--env'],
    [['--host='], '--host'],
    [['--allow-host', 'emulator:4010'], '"emulator:4010"'],
    [['--webhook-host', 'http://app'], '"http://app"'],
    [['--public-url', 'emulator:4010'], '"emulator:4010"'],
    [['--sandbox-calls', 'no'], '"no"'],
  ])('the executable says what is wrong with the arguments %j', async (args, message) => {
    const { result, printed, complained } = start(...args)
    expect(await result).toBe(2)
    expect(complained.join()).toContain(message)
    expect(complained.join().split('\n')).toHaveLength(2)
    expect(complained.join()).toContain('embedded-wallet-auth-emulator --help')
    expect(complained.join()).not.toContain('positional')
    expect(printed).toEqual([])
  })

  it.each([
    [['sed'], 'Unexpected argument "sed". Did you mean "seed"?'],
    [['--prot', '1'], 'Unknown option "--prot". Did you mean "--port"?'],
    [['--sate=a'], 'Unknown option "--sate". Did you mean "--state"?'],
    [['--verbose'], 'Unknown option "--verbose".'],
    [['-p', '1'], 'Unknown option "-p".'],
    [['server'], 'Unexpected argument "server".'],
  ])('the executable suggests the closest known word for %j, if there is one', async (args, message) => {
    const { result, complained } = start(...args)
    expect(await result).toBe(2)
    expect(complained.join().split('\n')[0]).toBe(message)
  })

  it('a file for the variables that cannot be written ends the executable with 1, and frees the port', async () => {
    const { result, complained, printed } = start('--port', '0', '--env', '/nowhere/at/all/.env')
    expect(await result).toBe(1)
    expect(complained.join()).toMatch(/ENOENT.*\/nowhere\/at\/all\/\.env/)
    expect(printed).toEqual([])
  })
})

describe('the emulator command', () => {
  it('the emulator command prints what a platform needs, and serves until it is interrupted', async () => {
    const { line, stop, printed, complained } = start('--port', '0')
    const address = await line(/base address +(\S+)/)
    const token = `${await line(/token id +(\S+)/)}:${await line(/client secret +(\S+)/)}`
    const account = await line(/account +(InternalAccount:\S+)/)
    const headers = { Authorization: `Basic ${btoa(token)}` }
    const answer = await fetch(`${address}/auth/credentials?accountId=${account}`, { headers })
    expect(answer.status).toBe(200)
    const { data } = await answer.json()
    expect(data).toMatchObject([{ accountId: account, nickname: 'ada@example.com' }])
    const challenge = `${address}/auth/credentials/${data[0].id}/challenge`
    expect((await fetch(challenge, { method: 'POST', headers })).status).toBe(200)
    expect(await line(/^mail to ada@example.com: the code is (\w+)$/)).toHaveLength(6)
    expect(await stop()).toBe(0)
    expect(complained).toEqual([])
    expect(printed.some((text) => /^[\d:]{8} POST .*\/challenge 200 \d+ ms$/.test(text))).toBe(true)
    await expect(fetch(address)).rejects.toThrow()
  })

  /** Resolves with the status of a request that is addressed to a host. */
  const addressed = (port: string, path: string, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get({ port, path, host: '127.0.0.1', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      }).on('error', reject)
    })

  it('the emulator command answers any host, but is controlled only under the names that it is given', async () => {
    const { line, printed } = start('--port', '0', '--host', '0.0.0.0', '--allow-host', 'emulator')
    const { port } = new URL(await line(/base address +(\S+)/))
    expect(await line(/page +(\S+)/)).toBe(`http://localhost:${port}/`)
    await line(/^(Press Ctrl-C)/)
    expect(printed.join('\n')).toContain('Anyone who can connect to 0.0.0.0')
    const asked = (path: string, host: string): Promise<number> => addressed(port, path, host)
    expect(await asked('/openapi.json', 'other:4010')).toBe(200)
    expect(await asked('/emulator/health', 'other:4010')).toBe(200)
    expect(await asked('/emulator/clock', 'other:4010')).toBe(403)
    expect(await asked('/emulator/clock', 'emulator:4010')).toBe(200)
    expect(await asked('/emulator/clock', 'localhost')).toBe(200)
  })

  it('the emulator command prints the public URL instead of where it listens', async () => {
    const { line } = start('--port', '0', '--json', '--public-url', 'http://emulator:4010')
    expect(JSON.parse(await line(/^(\{.*\})$/))).toMatchObject({
      baseUrl: 'http://emulator:4010/2025-10-13',
      controlUrl: 'http://emulator:4010/emulator/',
    })
  })

  it('the emulator command explains an address that this machine does not have', async () => {
    const { result, complained } = start('--port', '0', '--host', '192.0.2.1')
    expect(await result).toBe(1)
    expect(complained.join()).toContain('--host')
  })

  it('the emulator command switches the calls under /sandbox off, and allows hosts for webhooks', async () => {
    const { line } = start('--port', '0', '--json', '--sandbox-calls', 'off', '--webhook-host', 'App')
    const { baseUrl, tokenId, clientSecret } = JSON.parse(await line(/^(\{.*\})$/))
    const headers = {
      Authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'Content-Type': 'application/json',
    }
    const sent = await fetch(`${baseUrl}/sandbox/webhooks/test`, { method: 'POST', headers })
    expect(sent.status).toBe(404)
    const set = async (webhookEndpoint: string): Promise<number> => {
      const body = JSON.stringify({ webhookEndpoint })
      return (await fetch(`${baseUrl}/config`, { method: 'PATCH', headers, body })).status
    }
    expect([await set('http://app:3000/hook'), await set('http://other:3000/hook')]).toEqual([200, 400])
  })

  it('the emulator command gives programs its facts as one line of JSON and as a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'))
    const env = join(folder, '.env')
    const token = ['--token-id', 'my-token', '--client-secret', 'my-secret', '--codes-per-minute', '100']
    const { line, printed } = start('--port', '0', '--json', '--env', env, ...token)
    const facts = JSON.parse(await line(/^(\{.*\})$/))
    // The log does not contain the calls that the command makes before it listens.
    expect(await (await fetch(`${facts.controlUrl}requests`)).json()).toEqual({ data: [] })
    expect(facts).toMatchObject({ tokenId: 'my-token', clientSecret: 'my-secret', email: 'ada@example.com' })
    const file = readFileSync(env, 'utf8')
    rmSync(folder, { recursive: true })
    expect(file).toContain(`SERVICE_URL=${facts.baseUrl}\n`)
    expect(file).toContain(`ACCOUNT_ID=${facts.accountId}\n`)
    const headers = { Authorization: `Basic ${btoa('my-token:my-secret')}` }
    const list = await fetch(`${facts.baseUrl}/auth/credentials?accountId=${facts.accountId}`, { headers })
    const [credential] = (await list.json()).data
    const challenge = `${facts.baseUrl}/auth/credentials/${credential.id}/challenge`
    for (let sent = 0; sent < 5; sent++) {
      expect((await fetch(challenge, { method: 'POST', headers })).status).toBe(200)
    }
    const inbox = await fetch(`${facts.controlUrl}inbox?to=ada@example.com`)
    expect((await inbox.json()).data).toHaveLength(5)
    expect(printed).toHaveLength(1)
  })

  it('the emulator command prints the token as a shell command, quoted if necessary', async () => {
    const token = ['--token-id', 'my-token', '--client-secret', "it's$HOME"]
    const { line } = start('--port', '0', ...token)
    expect(await line(/in a shell +(export .*)$/)).toBe(
      `export SERVICE_TOKEN_ID=my-token SERVICE_SECRET='it'\\''s$HOME'`,
    )
  })

  it('the emulator command writes no secret into its request log', async () => {
    const { line, stop, printed } = start('--port', '0')
    const address = await line(/base address +(\S+)/)
    const before = printed.length
    await fetch(`${address}/agents/device-codes/SECRET-CODE/redeem?token=SECRET-QUERY`, {
      method: 'POST',
      headers: { Authorization: 'Bearer SECRET-HEADER', 'Content-Type': 'application/json' },
      body: '{"otp":"SECRET-BODY"}',
    })
    const log = await line(/(POST .*)$/)
    await stop()
    expect(log).toContain('/agents/device-codes/…/redeem')
    expect(printed.slice(before).join()).not.toContain('SECRET')
  })

  it('the emulator command accepts magic values only in sandbox mode', async () => {
    const statuses: number[] = []
    for (const mode of ['strict', 'sandbox']) {
      const { line, stop } = start('--port', '0', '--mode', mode, '--origin', 'http://localhost:1')
      const address = await line(/base address +(\S+)/)
      const account = await line(/account +(InternalAccount:\S+)/)
      const token = `${await line(/token id +(\S+)/)}:${await line(/client secret +(\S+)/)}`
      const headers = { Authorization: `Basic ${btoa(token)}`, 'Content-Type': 'application/json' }
      const list = await fetch(`${address}/auth/credentials?accountId=${account}`, { headers })
      const { data } = await list.json()
      const keys = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
        'deriveBits',
      ])
      const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
      const verify = await fetch(`${address}/auth/credentials/${data[0].id}/verify`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          type: 'EMAIL_OTP',
          otp: '000000',
          clientPublicKey: Buffer.from(raw).toString('hex'),
        }),
      })
      statuses.push(verify.status)
      await stop()
    }
    expect(statuses).toEqual([401, 200])
  })

  it.each([
    [[], 'seed', 'strict', 'both', 'on'],
    [['--profile', 'sandbox'], 'sandbox', 'sandbox', 'either keys, encrypted codes', 'on'],
    [['--profile', 'production'], 'production', 'strict', 'either keys, encrypted codes', 'off'],
    [['--profile', 'sandbox', '--mode', 'strict'], 'sandbox', 'strict', 'either keys, encrypted codes', 'on'],
    [
      ['--profile', 'production', '--key-delivery', 'client-held', '--sandbox-calls', 'on'],
      ...['production', 'strict', 'client-held', 'on'],
    ],
  ])(
    'the emulator command with %j plays the profile %s, in %s mode, with the keys %s',
    async (args, profile, mode, keyDelivery, sandboxCalls) => {
      const { line, printed } = start('--port', '0', ...(args as string[]))
      const control = await line(/control URL +(\S+)/)
      expect(printed.slice(0, 2)).toEqual([
        `Emulator of the service: profile ${profile}, ${mode} mode`,
        `  keys           ${keyDelivery}`,
      ])
      const asked = async (path: string) => (await fetch(`${control}${path}`)).json()
      expect(await asked('status')).toMatchObject({ profile, mode, keyDelivery })
      expect(await asked('facts')).toMatchObject({ profile, facts: { sandboxCalls } })
    },
  )

  it('the emulator command gives programs its profile and the signer of its codes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cli-'))
    const env = join(folder, '.env')
    const { line } = start('--port', '0', '--json', '--env', env, '--profile', 'production')
    const facts = JSON.parse(await line(/^(\{.*\})$/))
    expect(facts).toMatchObject({
      profile: 'production',
      mode: 'strict',
      keyDelivery: 'either keys, encrypted codes',
      otpSigner: expect.stringMatching(/^04[\da-f]{128}$/),
    })
    const file = readFileSync(env, 'utf8')
    rmSync(folder, { recursive: true })
    expect(file).toContain('EMULATOR_PROFILE=production\n')
    expect(file).toContain(`OTP_SIGNER=${facts.otpSigner}\n`)
  })

  it('the emulator command says when its port is in use', async () => {
    const { port, close } = await serve(() => new Response(), { port: 0 })
    running.push(close)
    const { result, complained } = start('--port', String(port))
    expect(await result).toBe(1)
    expect(complained.join()).toContain(`Port ${port} is in use. Choose another with --port`)
  })

  it('the emulator command says when the folder of its state file does not exist', async () => {
    const folder = join(tmpdir(), 'nowhere')
    const { result, complained } = start('--state', join(folder, 'dev.state'))
    expect(await result).toBe(1)
    expect(complained.join()).toContain(
      `${join(folder, 'dev.state')}: the folder ${folder} does not exist.\nSee "The command line" in `,
    )
  })
})

describe('the state of the emulator command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cli-'))
  const file = (name: string): string => join(folder, name)
  afterAll(() => rmSync(folder, { recursive: true }))

  /** Runs the command with a state file, and reads what it prints. */
  async function withState(name: string, ...args: string[]) {
    const run = start('--port', '0', '--state', file(name), ...args)
    const address = await run.line(/base address +(\S+)/)
    const token = `${await run.line(/token id +(\S+)/)}:${await run.line(/client secret +(\S+)/)}`
    await run.line(/^(Press Ctrl-C)/)
    const headers = { Authorization: `Basic ${btoa(token)}`, 'Content-Type': 'application/json' }
    const accounts = run.printed.flatMap((line) => /account +(InternalAccount:\S+)/.exec(line)?.[1] ?? [])
    return { ...run, address, token, headers, accounts }
  }

  it('the emulator command continues from its state file, with the same tokens, accounts and balances', async () => {
    const first = await withState('kept')
    const fund = `${first.address}/sandbox/internal-accounts/${first.accounts[1]}/fund`
    await fetch(fund, { method: 'POST', headers: first.headers, body: '{"amount":23}' })
    expect(await first.stop()).toBe(0)
    const second = await withState('kept')
    expect([second.token, second.accounts]).toEqual([first.token, first.accounts])
    expect(second.printed.join('\n')).toContain(`${first.accounts[1]} (1000.23 USD)`)
    expect(await second.stop()).toBe(0)
    expect(existsSync(`${file('kept')}.lock`)).toBe(false)
  })

  it('the emulator command saves its state soon after a call, not only at the end', async () => {
    const { address, headers, line } = await withState('soon')
    await expect.poll(() => existsSync(file('soon'))).toBe(true)
    const before = readFileSync(file('soon'), 'utf8')
    await fetch(`${address}/customers`, { method: 'POST', headers, body: '{"customerType":"INDIVIDUAL"}' })
    await line(/(POST .*customers 201)/)
    await expect.poll(() => readFileSync(file('soon'), 'utf8') !== before).toBe(true)
  })

  it('a state file is used by one emulator at a time', async () => {
    const { stop } = await withState('shared')
    const { result, complained } = start('--port', '0', '--state', file('shared'))
    expect(await result).toBe(1)
    expect(complained.join()).toMatch(/^Process \d+ on .+ is using this state/)
    await stop()
  })

  it.each([
    ['no state at all', () => 'hello\n', 'damaged'],
    ['another version', (text: string) => text.replace('"version":1', '"version":7'), 'has version 7'],
    ['a damaged state', (text: string) => text.replace('ada@', 'eve@'), 'digest'],
  ])('the emulator command refuses %s and leaves the file unchanged', async (_, change, message) => {
    const seeded = start('seed', '--state', file('foreign'))
    expect(await seeded.result).toBe(0)
    const text = change(readFileSync(file('foreign'), 'utf8'))
    writeFileSync(file('foreign'), text)
    for (const command of [['--port', '0'], ['seed']]) {
      const { result, complained } = start(...command, '--state', file('foreign'))
      expect(await result).toBe(1)
      expect(complained.join()).toContain(message)
      expect(complained.join()).toContain('The file was not changed')
    }
    expect(readFileSync(file('foreign'), 'utf8')).toBe(text)
    rmSync(file('foreign'))
  })

  it('the seed command adds each customer of a cast to the state once', async () => {
    const accounts = [{ type: 'INTERNAL_FIAT', currency: 'EUR', balance: 12_34 }]
    writeFileSync(
      file('cast.json'),
      JSON.stringify({ customers: [{ platformCustomerId: 'shop', accounts }] }),
    )
    const seed = () => start('seed', file('cast.json'), '--state', file('seeded'))
    const first = seed()
    expect(await first.result).toBe(0)
    expect(first.printed.join('\n')).toMatch(/1 new customers\n.*\(shop, .*\)\n.*\(12\.34 EUR\)/)
    const second = seed()
    expect(await second.result).toBe(0)
    expect(second.printed[0]).toContain('0 new customers, 1 already existed')
    const { printed } = await withState('seeded')
    expect(printed.filter((line) => line.includes('customer  '))).toHaveLength(1)
  })

  it('the seed command says what is wrong with a cast, and writes nothing', async () => {
    writeFileSync(file('wrong.json'), '{"customers":[{"platformCustomerId":1}]}')
    for (const args of [
      ['seed', file('wrong.json')],
      ['--port', '0', '--seed', file('wrong.json')],
    ]) {
      const { result, complained } = start(...args, '--state', file('none'))
      expect(await result).toBe(1)
      expect(complained.join()).toContain('customers.0.platformCustomerId: expected string')
    }
    expect(existsSync(file('none'))).toBe(false)
    const { result, complained } = start('--port', '0', '--seed', file('missing.json'))
    expect(await result).toBe(1)
    expect(complained.join()).toContain('missing.json')
  })
})

describe('the request lines of the emulator command', () => {
  it('a request line contains the code of an error', async () => {
    const { line } = start('--port', '0')
    await fetch(`${await line(/base address +(\S+)/)}/customers`)
    expect(await line(/(GET .*)/)).toMatch(/^GET \/2025-10-13\/customers 401 UNAUTHORIZED \d+ ms$/)
  })

  it('the emulator command prints no request lines with --quiet', async () => {
    const { line, printed } = start('--port', '0', '--quiet')
    const address = await line(/base address +(\S+)/)
    await line(/^(Press Ctrl-C)/)
    await fetch(`${address}/customers`)
    expect(printed.at(-1)).toContain('Ctrl-C')
  })
})
