#!/usr/bin/env node
/** The executable: `embedded-wallet-auth emulator` runs the emulator on a port. @module */
import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Mail } from './emulator/index.js'
import { apiVersion } from './spec/routes.js'

/** What a run of the executable has of the outside. */
export interface Terminal {
  /** Writes a line for the person. */
  readonly print: (line: string) => void
  /** Writes a line about what went wrong. */
  readonly complain: (line: string) => void
  /** Aborts when the person has had enough. */
  readonly signal: AbortSignal
}

const usage = `Usage: embedded-wallet-auth emulator [options]

Runs the emulator of the service: no account, no key, no network.

Options:
  --port <number>         port to listen on, 0 for any free one (default 4010)
  --mode <strict|sandbox> strict checks everything like production; sandbox accepts the magic values (default strict)
  --origin <origin>       origin of a page that registers passkeys, such as http://localhost:5173; may be repeated
  --help                  this text`

/** Refused arguments; the message says which. */
class UsageError extends Error {
  override readonly name = 'UsageError'
}

interface EmulatorArguments {
  readonly port: number
  readonly mode: 'strict' | 'sandbox'
  readonly origins: readonly string[]
}

/**
 * Runs the executable with these arguments and settles when it is over, with its exit code: 0, or 1 for something that
 * did not work, or 2 for arguments that make no sense.
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const chosen = readArguments(args)
    if (chosen === 'help') terminal.print(usage)
    else await runEmulator(chosen, terminal)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.complain(`${error.message}\n\n${usage}`)
      return 2
    }
    terminal.complain(explain(error))
    return 1
  }
}

function readArguments(args: readonly string[]): EmulatorArguments | 'help' {
  const { values, positionals } = parse(args)
  if (values.help === true) return 'help'
  const [command, ...rest] = positionals
  if (command === undefined) throw new UsageError('Which command?')
  if (command !== 'emulator') throw new UsageError(`There is no command "${command}".`)
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is not understood.`)
  const { port = '4010', mode = 'strict', origin: origins = [] } = values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port takes a number from 0 to 65535, not "${port}".`)
  }
  if (mode !== 'strict' && mode !== 'sandbox') {
    throw new UsageError(`--mode takes strict or sandbox, not "${mode}".`)
  }
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (wrong !== undefined) {
    throw new UsageError(`--origin takes an origin such as http://localhost:5173, not "${wrong}".`)
  }
  return { port: Number(port), mode, origins }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        mode: { type: 'string' },
        origin: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are not understood.')
  }
}

async function runEmulator({ port, mode, origins }: EmulatorArguments, terminal: Terminal): Promise<void> {
  const { print, signal } = terminal
  // Loaded late: what they need are optional peers, and the usage can be read without them.
  const [{ createEmulator }, { serve }] = await Promise.all([
    import('./emulator/index.js'),
    import('./node.js'),
  ])
  const emulator = createEmulator({
    mode,
    // The only inbox a person at a terminal has.
    mailer: async ({ to, otp }: Mail) => print(`mail to ${to}: the code is ${otp}`),
    ...(origins.length === 0
      ? {}
      : { origins, relyingPartyIds: [...new Set(origins.map((origin) => new URL(origin).hostname))] }),
  })
  const { customer, account } = await emulator.provision({ email: 'ada@example.com', balance: 125_500_000 })
  const receiver = await emulator.provision({ email: 'grace@example.com' })
  const { url, close } = await serve(logged(emulator.fetch, print), { port })
  print(`Emulator of the service, ${mode} mode`)
  print(`  base address   ${url}/${apiVersion}`)
  print(`  all its calls  ${url}/`)
  print(`  token id       ${emulator.apiToken.tokenId}`)
  print(`  client secret  ${emulator.apiToken.clientSecret}`)
  print(`  account        ${account.id} (125.50 USDB)`)
  print(`  customer       ${customer.id} (ada@example.com)`)
  print(`  to pay to      ${receiver.account.id} (grace@example.com)`)
  print('Ctrl-C ends it, and what it remembers.')
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  await close()
}

/** Secrets travel in headers and bodies, which are not written, and in two places of a path, which are left out. */
function logged(
  handler: (request: Request) => Response | Promise<Response>,
  print: (line: string) => void,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const started = performance.now()
    const response = await handler(request)
    const path = new URL(request.url).pathname.replace(/\/(device-codes|invitations)\/[^/]+/, '/$1/…')
    const milliseconds = Math.round(performance.now() - started)
    print(`${request.method} ${path} → ${response.status} (${milliseconds} ms)`)
    return response
  }
}

function explain(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return 'The port is taken. Choose another with --port, or --port 0 for any free one.'
  if (code === 'EACCES') return 'This port may not be used. Choose another with --port.'
  if (code === 'ERR_MODULE_NOT_FOUND' && error instanceof Error) {
    return `A package is missing. Install the emulator's peers:
  npm install --save-dev hono @hono/node-server @simplewebauthn/server jose @scure/bip39 @valibot/to-json-schema
(${error.message.split('\n')[0]})`
  }
  return error instanceof Error ? error.message : String(error)
}

/** Whether this file is what Node was started with; executables are links to it. */
function isMain(): boolean {
  const started = process.argv[1]
  try {
    return started !== undefined && realpathSync(started) === realpathSync(fileURLToPath(import.meta.url))
  } catch {
    return false
  }
}

if (isMain()) {
  const enough = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => enough.abort())
  process.exitCode = await runCli(process.argv.slice(2), {
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
    signal: enough.signal,
  })
}
