/** The command that runs the emulator on a port, and the command that writes a cast to a state file. @module */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Terminal } from 'embedded-wallet-auth/cli'
import { serve } from 'embedded-wallet-auth/node'
import { aRelyingPartyId } from 'embedded-wallet-auth/wire'
import { createEmulator, type Emulator, type EmulatorOptions } from '../index.js'
import type { Command, EmulatorCommand } from './arguments.js'
import { type Cast, defaultCast, readCast, setUp } from './cast.js'
import { writeEnvFile } from './env-file.js'
import { describeCustomers, exportLine, type Facts, factsOf, variablesOf } from './facts.js'
import { type Keeper, keep } from './keeper.js'
import { withRequestLines } from './request-line.js'
import { openStateFile, type StateFile } from './state-file.js'

/**
 * Writes a cast to a state file, and creates the file if it does not exist. If anything fails, rejects and leaves the
 * file unchanged.
 */
export async function runSeed(
  { state, seed }: Extract<Command, { command: 'seed' }>,
  { print }: Terminal,
): Promise<void> {
  const cast = await castOf(seed)
  const file = openStateFile(state)
  try {
    const emulator = restore(state, file, {})
    const made = await setUp(emulator, cast)
    file.save(emulator.snapshot())
    const there = cast.customers.length - made
    print(`${state}: ${made} new customers${there > 0 ? `, ${there} already existed` : ''}`)
    for (const line of await describeCustomers(emulator)) print(line)
  } finally {
    file.close()
  }
}

/** Runs the emulator until the terminal's signal aborts. */
export async function runEmulator(command: EmulatorCommand, terminal: Terminal): Promise<void> {
  const { state, seed } = command
  const cast = seed === undefined && state !== undefined ? undefined : await castOf(seed)
  const file = state === undefined ? undefined : openStateFile(state)
  try {
    await runWith(command, file, cast, terminal)
  } finally {
    file?.close()
  }
}

async function runWith(
  command: EmulatorCommand,
  file: StateFile | undefined,
  cast: Cast | undefined,
  terminal: Terminal,
): Promise<void> {
  const { port, host, origins, topOrigins, apiToken, codesPerMinute, state, env, output } = command
  const { allowedHosts, webhookHosts, publicUrl, profile, mode, keyDelivery, sandboxCalls } = command
  const { complain } = terminal
  const print = output === 'json' ? () => {} : terminal.print
  // Passkeys cannot be used on a page whose host is an address.
  const hosts = origins.map((origin) => new URL(origin).hostname)
  const relyingPartyIds = [...new Set(hosts.filter((each) => aRelyingPartyId[0](each)))]
  let keeper: Keeper | undefined
  const emulator = restore(state, file, {
    profile,
    // The code is printed, because no mail is sent. The emulator's page shows it too.
    mailer: async ({ to, otp }) => print(`mail to ${to}: the code is ${otp}`),
    onChange: () => keeper?.changed(),
    topOrigins,
    controlHosts: allowedHosts,
    webhooks: { hosts: webhookHosts },
    ...(mode && { mode }),
    ...(keyDelivery && { keyDelivery }),
    ...(sandboxCalls && { sandboxCalls }),
    ...(apiToken && { apiTokens: [apiToken] }),
    ...(codesPerMinute !== undefined && { codesPerMinute }),
    ...(origins.length > 0 && { origins }),
    ...(relyingPartyIds.length > 0 && { relyingPartyIds }),
  })
  // A saved state already has customers. A new state needs at least one customer who can sign in.
  const wanted = cast ?? (file?.lines ? undefined : defaultCast)
  if (wanted) await setUp(emulator, wanted)
  const factsAt = await factsOf(emulator, profile)
  const customers = await describeCustomers(emulator)
  // The emulator's request log should not contain the calls that were made here.
  await emulator.fetch('http://localhost/emulator/requests', { method: 'DELETE' })
  const handler = output === 'logged' ? withRequestLines(emulator.fetch, terminal) : emulator.fetch
  // The calls of the service need a token, and the emulator checks the host of the others itself.
  const served = await serve(handler, { port, hostname: host, hosts: 'any' })
  const save = (): void => {
    keeper?.finish()
    file?.close()
  }
  // After an error that nobody caught, Node ends the process without anything else.
  process.once('exit', save)
  try {
    if (file) {
      keeper = keep(file, emulator.snapshot, complain)
      keeper.changed()
    }
    const url = publicUrl ?? reachable(served.url)
    const facts = factsAt(url)
    if (env !== undefined) writeEnvFile(env, variablesOf(facts))
    if (output === 'json') terminal.print(JSON.stringify(facts))
    for (const line of introduction(command, url, facts)) print(line)
    for (const line of customers) print(line)
    if (!/^(localhost|127\.|::1$)/.test(host)) {
      print(
        `  Anyone who can connect to ${host}:${served.port} controls this emulator. Never give it real secrets.`,
      )
    }
    print(
      state === undefined
        ? 'Press Ctrl-C to stop the emulator; its state will be lost.'
        : `Press Ctrl-C to stop the emulator; its state stays in ${state}.`,
    )
    if (!terminal.signal.aborted) await once(terminal.signal, 'abort')
  } finally {
    // The port is free again whatever happened, such as a file that cannot be written.
    await served.close()
    process.off('exit', save)
    keeper?.finish()
  }
}

/** The lines about a running emulator, before those about its customers. */
const introduction = ({ profile }: EmulatorCommand, url: string, facts: Facts): readonly string[] => [
  `Emulator of the service: profile ${profile}, ${facts.mode} mode`,
  `  keys           ${facts.keyDelivery}`,
  `  base address   ${facts.baseUrl}`,
  `  page           ${url}/`,
  `  control URL    ${facts.controlUrl}`,
  `  token id       ${facts.tokenId}`,
  `  client secret  ${facts.clientSecret}`,
  `  in a shell     ${exportLine(facts)}`,
]

/** Returns an address that can be called, also if the emulator listens on all addresses of the machine. */
const reachable = (url: string): string => url.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, '//localhost')

/** Creates an emulator with the state of a file. The state is empty if no file is given or the file does not exist. */
function restore(name: string | undefined, file: StateFile | undefined, options: EmulatorOptions): Emulator {
  if (!file?.lines) return createEmulator(options)
  try {
    return createEmulator({ ...options, snapshot: file.lines })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new Error(`${name}: ${cause.message} The file was not changed.`, { cause })
  }
}

async function castOf(name: string | undefined): Promise<Cast> {
  if (name === undefined) return defaultCast
  try {
    return await readCast(readFileSync(name, 'utf8'))
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${name} is not a valid cast:\n${message.replace(/^/gm, '  ')}`, { cause })
  }
}
