/** Creates the wallet of a page from the page's URL. @module */
import { createWallet, type SandboxPorts, type Wallet } from 'embedded-wallet-auth'
import type { Harness, Outcome, PageOptions } from './contract.js'
import { throughPopup } from './through-popup.js'

/** Returns everything in an error, including its causes. */
function described(error: unknown): Readonly<Record<string, unknown>> {
  if (!isError(error)) return { thrown: String(error) }
  const { name, message, stack, cause } = error
  return { ...error, name, message, stack, ...(cause === undefined ? {} : { cause: described(cause) }) }
}

/** A driver's script has its own `Error` class, so `instanceof` alone is not enough. */
const isError = (value: unknown): value is Error =>
  value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'

/** Creates the wallet that the URL describes, and defines `harness`. */
export function createHarness(sandbox?: SandboxPorts): void {
  createHarnessOf((options: PageOptions) =>
    createWallet({ ...options, backend: '/wallet', ...(sandbox && { sandbox }) }),
  )
}

/** Creates a wallet with the options in the URL, and defines `harness`. */
export function createHarnessOf<Options>(create: (options: Options) => Wallet): void {
  const { searchParams } = new URL(location.href)
  // Only the tests set this parameter.
  const options = JSON.parse(searchParams.get('options') ?? '{}') as Options
  const anotherWallet = (): Wallet => create(options)
  const wallet = anotherWallet()
  const states: string[] = []
  const failures: string[] = []
  const times: number[] = []
  const note = (): void => {
    states.push(JSON.stringify(wallet.getState()))
    times.push(performance.timeOrigin + performance.now())
  }
  note()
  wallet.subscribe(note)

  const harness: Harness = {
    wallet,
    anotherWallet,
    states,
    times,
    failures,
    clicked: undefined,
    async call<T>(work: Parameters<Harness['call']>[0]): Promise<Outcome<T>> {
      try {
        return { ok: true, value: (await work(wallet)) as T }
      } catch (error) {
        const said = described(error)
        failures.push(JSON.stringify(said))
        return { ok: false, error: said }
      }
    },
    async idToken({ nonce }) {
      const response = await fetch(`/id-token?nonce=${nonce}`)
      return response.text()
    },
    throughPopup,
  }
  globalThis.harness = harness
  document.querySelector('button')?.addEventListener('click', () => harness.clicked?.())
}
