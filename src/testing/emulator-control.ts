/** Controls an emulator from a test, whether it runs in this process or on a port. @module */
import type {
  Emulator,
  Fault,
  LoggedRequest,
  Mail,
  Provisioned,
  ProvisionOptions,
  TokenClaims,
} from '../emulator/index.js'

/** What a test can do with an emulator. Each method is a call of docs/emulator.md, and rejects if it is refused. */
export interface EmulatorControl {
  /** The mails with codes, newest first: all of them, or those to an address. */
  inbox(to?: string): Promise<readonly Mail[]>
  /** Moves the emulator's time ahead, in milliseconds. The page's clock is its own. */
  advance(ms: number): Promise<void>
  /** Lets the next call with this method and path fail. See `emulator.faults.next`. */
  fault(call: `${string} /${string}`, fault: Fault): Promise<void>
  /** Creates a customer with an account. */
  provision(options?: ProvisionOptions): Promise<Provisioned>
  /** Credits an account, in the smallest unit of its currency. */
  fund(accountId: string, amount: number): Promise<void>
  /** Issues an ID token of the emulator's own identity provider. */
  idToken(claims: TokenClaims): Promise<string>
  /** The requests that arrived at the service, oldest first, secrets redacted. */
  requests(): Promise<readonly LoggedRequest[]>
  /** Forgets everything but keys, tokens and time: accounts, too. */
  reset(): Promise<void>
}

/** Where `npx embedded-wallet-auth emulator --port 4010` listens. */
const defaultAddress = 'http://127.0.0.1:4010'

/**
 * Returns the control of an emulator: of one on a port, by its address, or of one in this process.
 *
 * @param target An address such as `EMULATOR_CONTROL_URL` of the file that `--env` writes, of which only the origin
 *   counts, or an emulator. Default `http://127.0.0.1:4010`.
 *
 * @example
 * const emulator = emulatorControl(process.env['EMULATOR_CONTROL_URL'])
 * await emulator.fault('POST /quotes/{quoteId}/execute', { answer: 'lost' })
 */
export function emulatorControl(target: string | Pick<Emulator, 'fetch'> = defaultAddress): EmulatorControl {
  const isAddress = typeof target === 'string'
  const { origin } = new URL(isAddress ? target : 'http://localhost')
  const send = (path: string, init: RequestInit): Promise<Response> => {
    const url = `${origin}/emulator/${path}`
    if (!isAddress) return target.fetch(url, init)
    return fetch(url, init).catch((cause: unknown) => {
      throw new Error(`No emulator answers at ${origin}. npx embedded-wallet-auth emulator starts one.`, {
        cause,
      })
    })
  }
  // Each caller names the form that docs/emulator.md gives to the answer.
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
    advance: (ms) => call('POST', 'clock', { advance: ms }),
    fault: (name, fault) => call('POST', 'faults', { call: name, fault }),
    provision: (options) => call('POST', 'provision', options),
    fund: (accountId, amount) => call('POST', 'fund', { accountId, amount }),
    idToken: async (claims) => (await call<{ idToken: string }>('POST', 'id-token', claims)).idToken,
    requests: async () => (await call<{ data: LoggedRequest[] }>('GET', 'requests')).data,
    reset: () => call('POST', 'reset'),
  }
}
