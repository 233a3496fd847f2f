/** Controls an emulator from a test. The emulator runs in the same process or listens on a port. @module */
import type {
  Emulator,
  Fault,
  LoggedRequest,
  Mail,
  Provisioned,
  ProvisionOptions,
  TokenClaims,
} from '../index.js'

/**
 * What a test can do with an emulator. Each method makes a call that docs/emulator.md describes, and rejects if the
 * emulator refuses the call.
 */
export interface EmulatorControl {
  /** Resolves with the mails that contain codes, newest first: the mails to `to`, or by default all mails. */
  inbox(to?: string): Promise<readonly Mail[]>
  /**
   * Resolves with the emulator's time, in milliseconds since 1970. For what another process compares with it, such as
   * `verifyWebhook(request, key, { now: emulatorControl(url).now })`.
   */
  now(): Promise<number>
  /** Moves the emulator's clock forward by `ms` milliseconds. The page's clock does not change. */
  advance(ms: number): Promise<void>
  /** Applies a fault to the next call with this method and path. See `emulator.faults.next`. */
  fault(call: `${string} /${string}`, fault: Fault): Promise<void>
  /** Creates a customer with an account. */
  provision(options?: ProvisionOptions): Promise<Provisioned>
  /** Credits an account. `amount` is in the smallest unit of the account's currency. */
  fund(accountId: string, amount: number): Promise<void>
  /** Issues an ID token from the emulator's own identity provider. */
  idToken(claims: TokenClaims): Promise<string>
  /** Resolves with the requests to the emulated service, oldest first. Secrets are redacted. */
  requests(): Promise<readonly LoggedRequest[]>
  /** Deletes all accounts and everything else, but keeps the emulator's keys, tokens and time. */
  reset(): Promise<void>
}

/** The variable `EMULATOR_CONTROL_URL`, or the address at which `npx embedded-wallet-auth-emulator` listens. */
const addressHere = (): string => variable('EMULATOR_CONTROL_URL') ?? 'http://127.0.0.1:4010'

/** A variable of the environment; `undefined` if it is empty or missing, or if this is a browser. */
export const variable = (name: 'ACCOUNT_EMAIL' | 'EMULATOR_CONTROL_URL'): string | undefined =>
  (typeof process === 'undefined' ? undefined : process.env[name]) || undefined

/**
 * Returns the functions that control an emulator.
 *
 * @param target The emulator or its address. Only the origin of the address is used. Default: the variable
 * `EMULATOR_CONTROL_URL` of the environment, as the file that `--env` writes has it, or `http://127.0.0.1:4010`.
 *
 * @example
 * const emulator = emulatorControl()
 * await emulator.fault('POST /quotes/{quoteId}/execute', { answer: 'lost' })
 */
export function emulatorControl(target: string | Pick<Emulator, 'fetch'> = addressHere()): EmulatorControl {
  const isAddress = typeof target === 'string'
  if (isAddress ? !URL.canParse(target) : typeof target?.fetch !== 'function')
    throw new TypeError(
      'The emulator, or EMULATOR_CONTROL_URL, must be an address such as http://127.0.0.1:4010, or an emulator.',
    )
  const { origin } = new URL(isAddress ? target : 'http://localhost')
  const send = (path: string, init: RequestInit): Promise<Response> => {
    const url = `${origin}/emulator/${path}`
    if (!isAddress) return target.fetch(url, init)
    return fetch(url, init).catch((cause: unknown) => {
      throw new Error(
        `No emulator answers at ${origin}. Start one with: npx embedded-wallet-auth-emulator. If it listens elsewhere, set EMULATOR_CONTROL_URL, as --env does.`,
        { cause },
      )
    })
  }
  // Each caller sets `T` to the type that docs/emulator.md describes for the answer.
  const call = async <T>(method: 'GET' | 'POST', path: string, body: unknown = {}): Promise<T> => {
    const headers = { 'Content-Type': 'application/json' }
    const init = method === 'GET' ? { method } : { method, headers, body: JSON.stringify(body) }
    const answer = await send(path, init)
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The emulator refused ${method} /emulator/${path}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    async inbox(to) {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
      return (await call<{ data: Mail[] }>('GET', `inbox${query}`)).data
    },
    now: async () => Date.parse((await call<{ now: string }>('GET', 'clock')).now),
    advance: (ms) => call('POST', 'clock', { advance: ms }),
    fault: (name, fault) => call('POST', 'faults', { call: name, fault }),
    provision: (options) => call('POST', 'provision', options),
    fund: (accountId, amount) => call('POST', 'fund', { accountId, amount }),
    idToken: async (claims) => (await call<{ idToken: string }>('POST', 'id-token', claims)).idToken,
    requests: async () => (await call<{ data: LoggedRequest[] }>('GET', 'requests')).data,
    reset: () => call('POST', 'reset'),
  }
}
