/**
 * Controls Firefox over Marionette, its protocol for WebDriver: JSON with a length prefix, on a local socket.
 * @module
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram } from '../../scripts/program.js'
import { createTurns, type Driver, type DriverTab, elementKey, findScript, newWindow } from './driver.js'

/** Milliseconds. */
const startDeadline = 60_000

const preferences = {
  'marionette.port': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'browser.aboutConfig.showWarning': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.enabled': false,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
}

type Ask = (command: string, parameters?: object) => Promise<unknown>

/** Starts a Firefox with a new profile. `more`: further preferences of `about:config`. */
export async function startFirefox(
  program: string,
  more: Readonly<Record<string, string | number | boolean>> = {},
): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const lines = Object.entries({ ...preferences, ...more }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const browser = startProgram(program, ['--headless', '--marionette', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  const port = await Promise.race([portOf(profile), browser.failed])
  const { ask, close } = await connected(port)
  await ask('WebDriver:NewSession')
  await ask('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 })
  // The types that the protocol documents, here and below.
  const { value: first } = (await ask('WebDriver:GetWindowHandle')) as { readonly value: string }
  const inTurn = createTurns()
  const known = new Set([first])
  const handles = async (): Promise<readonly string[]> =>
    (await inTurn(() => ask('WebDriver:GetWindowHandles'))) as readonly string[]
  return {
    async newTab() {
      const handle = await inTurn(() => openTab(ask, first))
      known.add(handle)
      return tabOf(ask, handle, inTurn)
    },
    opened: async () => tabOf(ask, await newWindow(known, handles), inTurn),
    async quit() {
      close()
      await browser.kill()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openTab(ask: Ask, first: string): Promise<string> {
  // Switches to the first tab, which stays open. The current one may be closed by now.
  await ask('WebDriver:SwitchToWindow', { handle: first })
  const { handle } = (await ask('WebDriver:NewWindow', { type: 'tab' })) as { readonly handle: string }
  return handle
}

function tabOf(ask: Ask, handle: string, inTurn: ReturnType<typeof createTurns>): DriverTab {
  const here = (command: string, parameters: object = {}): Promise<unknown> =>
    inTurn(async () => {
      // Brings the tab to the front too, because a ceremony needs the visible tab.
      await ask('WebDriver:SwitchToWindow', { handle, focus: true })
      return ask(command, parameters)
    })
  return {
    navigate: async (url) => void (await here('WebDriver:Navigate', { url })),
    reload: async () => void (await here('WebDriver:Refresh')),
    back: async () => void (await here('WebDriver:Back')),
    async execute(script, args) {
      const { value } = (await here('WebDriver:ExecuteScript', { script, args })) as {
        readonly value: unknown
      }
      return value
    },
    close: async () => void (await here('WebDriver:CloseWindow')),
    async click(selector) {
      const { value } = (await here('WebDriver:ExecuteScript', { script: findScript, args: [selector] })) as {
        readonly value: Readonly<Record<string, string>>
      }
      await here('WebDriver:ElementClick', { id: value[elementKey] })
    },
    async addAuthenticator() {
      await here('WebAuthn:AddVirtualAuthenticator', {
        protocol: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserConsenting: true,
        isUserVerified: true,
      })
    },
  }
}

/** Reads the port that Firefox chose, which it writes to a file. */
async function portOf(profile: string): Promise<number> {
  const file = join(profile, 'MarionetteActivePort')
  const until = Date.now() + startDeadline
  while (Date.now() < until) {
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
    if (port > 0) return port
    await sleep(50)
  }
  throw new Error('Firefox did not start.')
}

async function connected(port: number): Promise<{ readonly ask: Ask; readonly close: () => void }> {
  const socket: Socket = connect({ host: '127.0.0.1', port })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let received = Buffer.alloc(0)
  let next = 0
  let greeted = (): void => {}
  let isClosed = false
  const greeting = new Promise<void>((resolve, reject) => {
    greeted = resolve
    // Also after an error, because later requests would never be answered.
    socket.once('close', () => {
      isClosed = true
      const error = new Error('Firefox is gone.')
      reject(error)
      for (const caller of waiting.values()) caller.reject(error)
      waiting.clear()
    })
  })
  socket.on('error', () => {})
  const take = (message: unknown): void => {
    // The greeting is an object; an answer is `[1, id, error, result]`.
    if (!Array.isArray(message)) {
      greeted()
      return
    }
    const [, id, error, result] = message as [
      number,
      number,
      { error: string; message: string } | null,
      unknown,
    ]
    const caller = waiting.get(id)
    waiting.delete(id)
    if (error) caller?.reject(new Error(`${error.error}: ${error.message}`))
    else caller?.resolve(result)
  }
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes])
    for (let colon = received.indexOf(':'); colon > 0; colon = received.indexOf(':')) {
      const end = colon + 1 + Number(received.subarray(0, colon).toString())
      if (received.length < end) return
      const text = received.subarray(colon + 1, end).toString()
      received = received.subarray(end)
      take(JSON.parse(text))
    }
  })
  await greeting
  return {
    ask: (command, parameters = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new Error('Firefox is gone.'))
        const id = next++
        waiting.set(id, { resolve, reject })
        const text = Buffer.from(JSON.stringify([0, id, command, parameters]))
        socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]))
      }),
    close: () => socket.destroy(),
  }
}
