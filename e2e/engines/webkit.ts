/** Controls WebKitGTK's MiniBrowser over WebDriver, on a virtual display. @module */
import { type AddressInfo, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram } from '../../scripts/program.js'
import { createTurns, type Driver, type DriverTab, elementKey, newWindow } from './driver.js'

/** Milliseconds. */
const startDeadline = 60_000

/** The paths of the programs that are started. */
export interface WebKitPrograms {
  readonly driver: string
  readonly display: string
  readonly browser: string
}

type Ask = (method: 'GET' | 'POST' | 'DELETE', path: string, parameters?: object) => Promise<unknown>

/** Starts the browser with a temporary session, which stores nothing on disk. */
export async function startWebKit({ driver, display, browser }: WebKitPrograms): Promise<Driver> {
  const screen = startProgram(
    display,
    ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const number = await Promise.race([firstText(screen.child.stdio[3]), screen.failed])
  const port = await freePort()
  const server = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number.trim()}`,
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      GDK_BACKEND: 'x11',
    },
  })
  const base = `http://127.0.0.1:${port}`
  const ask = asker(base)
  await Promise.race([ready(ask), server.failed])
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
    },
  })) as { readonly sessionId: string }
  const inSession: Ask = (method, path, parameters) => ask(method, `/session/${sessionId}${path}`, parameters)
  const first = (await inSession('GET', '/window')) as string
  const inTurn = createTurns()
  const known = new Set([first])
  const handles = async (): Promise<readonly string[]> =>
    (await inTurn(() => inSession('GET', '/window/handles'))) as readonly string[]
  return {
    async newTab() {
      const handle = await inTurn(() => openTab(inSession, first))
      known.add(handle)
      return tabOf(inSession, handle, inTurn)
    },
    opened: async () => tabOf(inSession, await newWindow(known, handles), inTurn),
    async quit() {
      await ask('DELETE', `/session/${sessionId}`).catch(() => {})
      await server.kill()
      await screen.kill()
    },
  }
}

async function openTab(ask: Ask, first: string): Promise<string> {
  // Switches to the first tab, which stays open. The current one may be closed by now.
  await ask('POST', '/window', { handle: first })
  const { handle } = (await ask('POST', '/window/new', { type: 'tab' })) as { readonly handle: string }
  return handle
}

function tabOf(ask: Ask, handle: string, inTurn: ReturnType<typeof createTurns>): DriverTab {
  const here: Ask = (method, path, parameters) =>
    inTurn(async () => {
      await ask('POST', '/window', { handle })
      return ask(method, path, parameters)
    })
  return {
    navigate: async (url) => void (await here('POST', '/url', { url })),
    reload: async () => void (await here('POST', '/refresh', {})),
    back: async () => void (await here('POST', '/back', {})),
    close: async () => void (await here('DELETE', '/window')),
    async click(selector) {
      const found = await here('POST', '/element', { using: 'css selector', value: selector })
      const id = (found as Readonly<Record<string, string>>)[elementKey]
      await here('POST', `/element/${id}/click`, {})
    },
    execute: (script, args) => here('POST', '/execute/sync', { script, args }),
  }
}

function asker(base: string): Ask {
  return async (method, path, parameters) => {
    const response = await fetch(base + path, {
      method,
      ...(parameters && { body: JSON.stringify(parameters) }),
    })
    const { value } = (await response.json()) as { readonly value: unknown }
    if (response.ok) return value
    const { error, message } = value as { readonly error: string; readonly message: string }
    throw new Error(`${error}: ${message}`)
  }
}

async function ready(ask: Ask): Promise<void> {
  const until = Date.now() + startDeadline
  while (Date.now() < until) {
    const status = await ask('GET', '/status').catch(() => undefined)
    if ((status as { readonly ready?: boolean } | undefined)?.ready === true) return
    await sleep(50)
  }
  throw new Error('WebKitWebDriver did not start.')
}

/** Finds a free local port, because the driver cannot choose one. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      // A server that listens on a port has an address of this form.
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Resolves with the first text that a program writes into a pipe. */
const firstText = (stream: unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    if (stream instanceof Readable) stream.once('data', (data) => resolve(String(data)))
    else reject(new Error('There is no pipe.'))
  })
