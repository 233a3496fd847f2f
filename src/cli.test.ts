import { afterEach, describe, expect, it } from 'vitest'
import { runCli } from './cli.js'
import { serve } from './node.js'

const running: (() => Promise<unknown>)[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((stop) => stop()))
})

/** A run of the executable whose lines can be waited for. */
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
  it.each([['--help'], ['-h'], ['emulator', '--help']])('explains itself with %s %s', async (...args) => {
    const { result, printed, complained } = start(...args.filter((arg) => arg !== undefined))
    expect(await result).toBe(0)
    expect(printed.join()).toMatch(/--port.*--mode.*--origin/s)
    expect(complained).toEqual([])
  })

  it.each([
    [[], 'Which command'],
    [['server'], '"server"'],
    [['emulator', 'now'], '"now"'],
    [['emulator', '--prot', '1'], '--prot'],
    [['emulator', '--port'], '--port'],
    [['emulator', '--port', 'x'], '"x"'],
    [['emulator', '--port', '65536'], '"65536"'],
    [['emulator', '--port=-1'], '"-1"'],
    [['emulator', '--mode', 'loose'], '"loose"'],
    [['emulator', '--origin', 'localhost:5173'], '"localhost:5173"'],
    [['emulator', '--origin', 'http://localhost:5173/'], '"http://localhost:5173/"'],
  ])('says what is wrong with %j', async (args, message) => {
    const { result, printed, complained } = start(...args)
    expect(await result).toBe(2)
    expect(complained.join()).toContain(message)
    expect(complained.join()).toContain('Usage:')
    expect(printed).toEqual([])
  })
})

describe('the emulator command', () => {
  it('prints what a platform needs, and serves it until it is interrupted', async () => {
    const { line, stop, printed, complained } = start('emulator', '--port', '0')
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

  it('writes no secret into its request log', async () => {
    const { line, stop, printed } = start('emulator', '--port', '0')
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

  it('takes the magic values in sandbox mode only', async () => {
    const statuses: number[] = []
    for (const mode of ['strict', 'sandbox']) {
      const { line, stop } = start(
        'emulator',
        '--port',
        '0',
        '--mode',
        mode,
        '--origin',
        'http://localhost:1',
      )
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

  it('says when its port is taken', async () => {
    const { port, close } = await serve(() => new Response(), { port: 0 })
    running.push(close)
    const { result, complained } = start('emulator', '--port', String(port))
    expect(await result).toBe(1)
    expect(complained.join()).toContain('--port')
  })
})
