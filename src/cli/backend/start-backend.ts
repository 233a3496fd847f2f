/** `backend`: runs the platform's backend as a process of its own, in front of a login in any language. @module */
import { dirname, resolve } from 'node:path'
import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici'
import { type BackendOptions, createBackend } from '../../backend/index.js'
import { wallClock } from '../../clock.js'
import { type Served, serve } from '../../node/index.js'
import { type Terminal, UsageError } from '../executable.js'
import { askingLogin, type LoginSource } from './ask-login.js'
import { type BackendConfig, readConfig } from './config.js'
import { openStore } from './open-store.js'
import { readText, readToken } from './service-token.js'
import { storeAnswers } from './store-answers.js'

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']
const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
/** As long as a call to the service may take, and the time to pass its answer on. In milliseconds. */
const longestCall = 26_000

/**
 * Runs the backend until the terminal's signal aborts. Resolves with 0 when the running calls have been answered.
 * Rejects with a {@link UsageError} for a configuration that is wrong.
 */
export async function startBackend(
  configFile: string,
  { print, complain, signal }: Terminal,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const config = readConfig(readText(configFile, '--config'))
  if (proxyVariables.some((name) => env[name])) {
    // The login is asked directly: it is the platform's own, and gets the person's cookie.
    setGlobalDispatcher(new EnvHttpProxyAgent())
    print('Calls to the service go through the proxy that the environment names, unless NO_PROXY excepts it.')
  }
  const { listen = {}, store: storeConfig = { type: 'memory' as const } } = config
  const report = (error: unknown): void => complain(logLine(error))
  const login = askingLogin(config.login)
  const opened = await checked(() => openStore(storeConfig, env, report))
  try {
    const handler = await checked(() =>
      createBackend({
        ...optionsOf(config, login, dirname(resolve(configFile)), env),
        store: opened.store,
        onError: report,
        ...(config.events && { onEvent: (event) => print(JSON.stringify(event)) }),
      }),
    )
    let isLeaving = false
    const options = serveOptions(config)
    const takesCalls = needsStore(config) ? storeAnswers(opened.store, report) : () => true
    const probes = { isReady: () => !isLeaving && takesCalls() }
    const served = await serve(handler, { ...options, probes }).catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      throw new UsageError(
        `listen: ${options.hostname}:${options.port} cannot be listened on (${code}). Choose another port or hostname.`,
      )
    })
    print(`The backend listens on ${served.url}`)
    await aborted(signal)
    isLeaving = true
    await leave(served, listen)
    return 0
  } finally {
    await Promise.all([opened.close(), login.close()])
  }
}

/** Whether every call is refused while the store fails. Otherwise the instance has something to answer. */
function needsStore({ limits }: BackendConfig): boolean {
  const calls = limits === false ? false : limits?.calls
  return calls !== false && calls?.whenStoreFails !== 'count-here'
}

/** Answers until a balancer has seen that this instance is not ready, and then ends what is running. */
async function leave(served: Served, { closeDelay = 0, closeTimeout = longestCall }: Listen): Promise<void> {
  if (closeDelay > 0) await new Promise<void>((resolve) => wallClock.after(closeDelay, resolve))
  await served.close({ timeout: closeTimeout })
}

type Listen = NonNullable<BackendConfig['listen']>

function serveOptions({ listen = {}, origins }: BackendConfig): Parameters<typeof serve>[1] {
  const { port = 8080, hostname = '127.0.0.1', hosts, keepAliveTimeout, maxInFlight } = listen
  const isLocal = hostname === 'localhost' || hostname === '::1' || hostname.startsWith('127.')
  // A proxy passes on the name of the page's host, or that of this server.
  const named = [...loopbackHosts, ...origins.map((origin) => new URL(origin).hostname), ...(hosts ?? [])]
  return {
    port,
    hostname,
    ...((isLocal || hosts !== undefined) && { hosts: named }),
    ...(keepAliveTimeout !== undefined && { keepAliveTimeout }),
    ...(maxInFlight !== undefined && { maxInFlight }),
  }
}

function optionsOf(
  config: BackendConfig,
  login: LoginSource,
  folder: string,
  env: NodeJS.ProcessEnv,
): BackendOptions {
  // The others are options of `createBackend` by the same name.
  const { $schema: _a, login: _b, listen: _c, store: _d, events: _e, service, allow, ...options } = config
  const tokenFile = service.tokenFile === undefined ? undefined : resolve(folder, service.tokenFile)
  const serviceOptions = () => ({ baseUrl: service.baseUrl, ...readToken(tokenFile, env) })
  // A missing token ends the start, and not the first call.
  serviceOptions()
  return {
    service: serviceOptions,
    authorize: async (request) => (await login.loginOf(request))?.accountIds,
    loginSession: async (request) => (await login.loginOf(request))?.loginSession ?? '',
    ...options,
    // A parse boundary: `createBackend` refuses a name that it does not know.
    ...(allow !== undefined && { allow: allow as NonNullable<BackendOptions['allow']> }),
  }
}

/** Turns the `TypeError` for an option that has the right form, and is still wrong, into one of the configuration. */
async function checked<T>(create: () => T | Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

function logLine(error: unknown): string {
  const at = new Date(wallClock.now()).toISOString()
  const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) }
  return JSON.stringify({ at, error: `${name}: ${message}` })
}
