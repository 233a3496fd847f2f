import {
  Activity,
  act,
  createElement as h,
  type ReactElement,
  StrictMode,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isWalletError, memoryStore, type Quote, type Wallet, type WalletOptions } from '../index.js'
import { quoteOf } from '../wallet/fixtures/quotes.js'
import { createStack, type Stack } from '../wallet/fixtures/stack.js'
import { openPage, type Page } from './fixtures/page.js'
import {
  useSecondsUntil,
  useSession,
  useSignedAction,
  useSignIn,
  useWallet,
  useWalletState,
  WalletProvider,
} from './index.js'

let stack: Stack
let page: Page
/** New for each test. All wallets of a test share a store. */
let options: WalletOptions
let requests: string[]

beforeEach(async () => {
  stack = await createStack()
  requests = []
  options = {
    accountId: stack.accountId,
    backend: (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      return stack.backend(request)
    },
    clock: stack.emulator.clock,
    store: memoryStore(),
  }
  page = await openPage()
})

afterEach(() => page.close())

const provide = (child: ReactElement, more: Partial<WalletOptions> = {}): ReactElement =>
  h(WalletProvider, { ...options, ...more }, child)

const button = (label: string, onClick: () => void): ReactElement =>
  h('button', { type: 'button', onClick }, label)

function Session(): ReactElement {
  return h('p', null, `session ${useSession().status}`)
}

function SignIn(): ReactElement {
  const { flow, pending, error, resendIn, signIn, submit, resend, cancel } = useSignIn()
  return h(
    'div',
    null,
    h(Session),
    h(
      'p',
      null,
      `flow ${flow.status}, pending ${pending}, error ${error?.code ?? 'none'}, resend in ${resendIn}`,
    ),
    button('send', () => void signIn({ type: 'EMAIL_OTP' })),
    button('wrong', () => void submit({ otp: '000000' })),
    button('right', () => void submit({ otp: stack.otp() })),
    button('resend', () => void resend()),
    button('cancel', cancel),
  )
}

async function signedIn(): Promise<void> {
  await page.click('send')
  await page.shows('awaitingProof')
  await page.click('right')
  await page.shows('session active')
}

test('signs in with a code in StrictMode', async () => {
  await page.render(provide(h(SignIn)))
  await page.shows('session none')
  await signedIn()
  expect(page.text()).toContain('pending false, error none')
})

test('a wrong code is an error of the hook, and the next one signs in', async () => {
  await page.render(provide(h(SignIn)))
  await page.shows('session none')
  await page.click('send')
  await page.shows('awaitingProof')
  await page.click('wrong')
  await page.shows('error UNAUTHORIZED')
  expect(page.text()).toContain('pending false')
  await page.click('right')
  await page.shows('session active')
  expect(page.text()).toContain('error none')
})

test('cancel ends the flow and shows no error', async () => {
  await page.render(provide(h(SignIn)))
  await page.click('send')
  await page.shows('awaitingProof')
  await page.click('cancel')
  await page.shows('flow idle, pending false, error none')
})

test('the countdown to another code uses the server’s clock', async () => {
  await page.render(provide(h(SignIn)))
  await page.click('send')
  await page.shows('awaitingProof')
  for (const _ of [1, 2]) {
    await page.click('resend')
    await page.shows('pending false')
  }
  await page.click('resend')
  await page.shows('error RATE_LIMITED, resend in 60')
  await stack.emulator.clock.advance(10_000)
  await page.shows('resend in 50')
  await stack.emulator.clock.advance(50_000)
  await page.shows('resend in 0')
})

test('the countdown renders one number while the clock moves on, and counts again after it was hidden', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { clock } = stack.emulator
  let ahead = 0
  const now = (): number => {
    ahead += 400
    return clock.now() + ahead
  }
  const moving = { ...clock, now }
  const end = new Date(clock.now() + 86_400_000).toISOString()
  function Left(): ReactElement {
    return h('p', null, `${useSecondsUntil(end)} s left`)
  }
  const shown = (mode: 'visible' | 'hidden'): ReactElement => {
    const tree = { mode, children: h(Left) }
    return provide(h(Activity, tree), { clock: moving })
  }
  const left = (): number => Number.parseInt(page.text(), 10)
  await page.render(shown('visible'))
  expect(left()).toBeGreaterThan(86_000)
  await page.render(shown('hidden'))
  ahead += 40_000_000
  await page.render(shown('visible'))
  expect(left()).toBeLessThan(46_400)
  expect(said.mock.calls.map(([message]) => String(message))).toEqual([])
  said.mockRestore()
})

describe('an error that only a developer can mend is in the console', () => {
  test.each([
    ['a code without `otpSigner`', { keyDelivery: 'client-held' as const }, 'OTP_SIGNER_REQUIRED'],
    [
      'another port than that of `origins`',
      {
        backend: (request: Request) => {
          const headers = new Headers(request.headers)
          if (request.method !== 'GET') headers.set('Origin', 'http://localhost:3055')
          return stack.backend(new Request(request, { headers }))
        },
      },
      'FORBIDDEN',
    ],
  ])('%s', async (_, more, code) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await page.render(provide(h(SignIn), more))
    await page.shows('session none')
    await page.click('send')
    await page.shows(`error ${code}`)
    const said = print.mock.calls.map(([error, advice]) => [
      isWalletError(error) && error.code,
      String(advice),
    ])
    print.mockRestore()
    expect(said).toEqual([[code, expect.stringContaining('docs/errors.md')]])
  })

  test('a wrong code is not', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await page.render(provide(h(SignIn)))
    await page.shows('session none')
    await page.click('send')
    await page.shows('awaitingProof')
    await page.click('wrong')
    await page.shows('error UNAUTHORIZED')
    const { calls } = print.mock
    print.mockRestore()
    expect(calls).toEqual([])
  })
})

describe('a wallet that cannot be created', () => {
  const insecure = (): void => {
    const { crypto } = globalThis
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  }
  /** Calls the wallet as soon as it is there. */
  function Eager({ failed }: { readonly failed: (error: unknown) => void }): ReactElement {
    const wallet = useWallet()
    useEffect(() => {
      wallet.credentials.list().catch(failed)
    }, [wallet, failed])
    return h(Session)
  }
  const printed = async (work: () => Promise<void>): Promise<readonly unknown[][]> => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {})
    await work()
    const { calls } = print.mock
    print.mockRestore()
    return calls
  }
  afterEach(() => vi.unstubAllGlobals())

  test('without HTTPS, the provider says so in place of its children, and the console says what to do', async () => {
    insecure()
    const failed = vi.fn()
    const said = await printed(() =>
      page.render(h('main', null, 'Example Bank ', provide(h(Eager, { failed })))),
    )
    expect(page.text()).toBe('Example Bank Your wallet can’t be opened on this page.')
    const error = new TypeError('`crypto.subtle` needs HTTPS or localhost.')
    // StrictMode runs each effect twice.
    expect(new Set(said.map(String))).toEqual(new Set([`${error},${said[0]?.[1]}`]))
    expect(said[0]?.[1]).toContain('docs/errors.md')
    expect(failed.mock.calls[0]).toEqual([error])
  })

  test('a page that a server has rendered gets its own fallback, and the next account gets a wallet', async () => {
    const shown = (accountId: string): ReactElement =>
      h(WalletProvider, { ...options, accountId, fallback: h('p', null, 'Call us.') }, h(Session))
    const said = await printed(async () => {
      await page.hydrate(renderToString(h(StrictMode, null, shown('Account:1'))), shown('Account:1'))
      await page.shows('Call us.')
    })
    expect(String(said[0]?.[0])).toContain('`accountId` must be an id of the form InternalAccount:<uuid>.')
    await page.render(shown(stack.accountId))
    await page.shows('session none')
    expect(page.text()).not.toContain('Call us.')
  })
})

test('StrictMode, which mounts twice, creates only one live wallet', async () => {
  const seen = new Set<unknown>()
  function Probe(): ReactElement {
    const wallet = useWallet()
    useEffect(() => {
      seen.add(wallet.ready)
    }, [wallet])
    return h(Session)
  }
  await page.render(provide(h(Probe)))
  await page.shows('session none')
  expect(seen.size).toBe(1)
})

test('a wallet that no component uses is disposed, and its session is restored when a component uses it again', async () => {
  function Toggle(): ReactElement {
    const [isShown, setShown] = useState(true)
    return h(
      'div',
      null,
      button('toggle', () => setShown(!isShown)),
      isShown ? provide(h(SignIn)) : null,
    )
  }
  await page.render(h(Toggle))
  await page.shows('session none')
  await signedIn()
  await page.click('toggle')
  expect(page.text()).not.toContain('session')
  await page.click('toggle')
  await page.shows('session active')
})

test('a call of an unmounted component rejects with DISPOSED and is not shown', async () => {
  let wallet: Wallet | undefined
  function Probe(): ReactElement {
    wallet = useWallet()
    return h(Session)
  }
  await page.render(provide(h(Probe)))
  await page.shows('session none')
  const code = wallet
    ?.signIn({ type: 'EMAIL_OTP' })
    .catch((error: unknown) => isWalletError(error) && error.code)
  await page.render(h('p', null, 'gone'))
  expect(['DISPOSED', 'OUTCOME_UNKNOWN']).toContain(await code)
})

test('a signed action runs once for two clicks', async () => {
  const quote = await quoteOf(stack, 1_000_000)
  function Pay(): ReactElement {
    const pay = useSignedAction((wallet, given: Quote) => wallet.executeQuote(given))
    return h(
      'div',
      null,
      h(SignIn),
      h(
        'p',
        null,
        `payment ${pay.value?.status ?? 'none'}, error ${pay.error?.code ?? 'none'}, pending ${pay.pending}`,
      ),
      button('pay', () => {
        void pay.run(quote)
        void pay.run(quote)
      }),
    )
  }
  await page.render(provide(h(Pay)))
  await page.shows('session none')
  await page.click('pay')
  await page.shows('error SESSION_REQUIRED')
  await signedIn()
  await page.click('pay')
  await page.shows('payment ')
  await page.shows('COMPLETED')
  expect(requests.filter((line) => line.includes('/execute'))).toHaveLength(1)
})

test('a caller’s mistake rejects and is not shown', async () => {
  let run: ((id: string) => Promise<unknown>) | undefined
  function Probe(): ReactElement {
    run = useSignedAction((wallet, id: string) => wallet.sessions.revoke(id)).run
    return h(Session)
  }
  await page.render(provide(h(Probe)))
  await page.shows('session none')
  await act(() => expect(run?.('not an id')).rejects.toBeInstanceOf(TypeError))
})

class ShopError extends Error {}
const isShopError = (error: unknown): error is ShopError => error instanceof ShopError

test('an error of the page’s own calls is an error of the action if the page expects it', async () => {
  function Pay(): ReactElement {
    const pay = useSignedAction(async () => {
      throw new ShopError('sold out')
    }, isShopError)
    return h(
      'div',
      null,
      h('p', null, `pending ${pay.pending}, error ${pay.error?.message ?? 'none'}`),
      button('pay', () => void pay.run()),
    )
  }
  await page.render(provide(h(Pay)))
  await page.shows('pending false, error none')
  await page.click('pay')
  await page.shows('pending false, error sold out')
})

test('an action that was refused with 429 counts down by the server’s clock until it can be run again', async () => {
  function Privacy(): ReactElement {
    const hide = useSignedAction((wallet) => wallet.updatePrivacy({ privateEnabled: true }))
    return h(
      'div',
      null,
      h(SignIn),
      h('p', null, `${hide.error?.code ?? 'accepted'}, again in ${hide.retryIn}`),
      button('hide', () => void hide.run()),
    )
  }
  await page.render(provide(h(Privacy)))
  await page.shows('session none')
  await signedIn()
  await page.shows('accepted, again in 0')
  stack.emulator.faults.next('PATCH /internal-accounts/{id}', { status: 429, retryAfter: 30 })
  await page.click('hide')
  await page.shows('RATE_LIMITED, again in 30')
  await stack.emulator.clock.advance(20_000)
  await page.shows('RATE_LIMITED, again in 10')
  await stack.emulator.clock.advance(10_000)
  await page.shows('RATE_LIMITED, again in 0')
  await page.click('hide')
  await page.shows('accepted, again in 0')
})

test('a sign-in that was refused with 429 counts down until it can be repeated', async () => {
  function Wait(): ReactElement {
    const { error, retryIn, signIn } = useSignIn()
    return h(
      'div',
      null,
      h('p', null, `${error?.code ?? 'none'}, again in ${retryIn}`),
      button('send', () => void signIn({ type: 'EMAIL_OTP' })),
    )
  }
  await page.render(provide(h(Wait)))
  await page.shows('none, again in 0')
  stack.emulator.faults.next('POST /auth/credentials/{id}/challenge', { status: 429, retryAfter: 30 })
  await page.click('send')
  await page.shows('RATE_LIMITED, again in 30')
})

test('another account gets another wallet', async () => {
  const other = await createStack()
  await page.render(provide(h(SignIn)))
  await page.shows('session none')
  await signedIn()
  const otherOptions = { accountId: other.accountId, backend: other.backend, clock: other.emulator.clock }
  await page.render(provide(h(SignIn), otherOptions))
  await page.shows('session none')
  await page.render(provide(h(SignIn)))
  await page.shows('session active')
})

test('a call for the account before is not taken for one of this account', async () => {
  const other = await createStack()
  const [one, two] = [stack.wallet({ store: memoryStore() }), other.wallet({ store: memoryStore() })]
  const ends: ((done: string) => void)[] = []
  const called: string[] = []
  let run = (): Promise<string | undefined> => Promise.resolve(undefined)
  function Call(): ReactElement {
    const call = useSignedAction((wallet) => {
      called.push(wallet === one ? 'one' : 'two')
      return new Promise<string>((resolve) => ends.push(resolve))
    })
    run = call.run
    return h('p', null, `${call.pending ? 'pending' : 'at rest'}, ${call.value ?? 'no value'}`)
  }
  await page.render(h(WalletProvider, { wallet: one }, h(Call)))
  const first = run()
  expect(run()).toBe(first)
  await page.shows('pending, no value')
  await page.render(h(WalletProvider, { wallet: two }, h(Call)))
  await page.shows('at rest, no value')
  const second = run()
  expect(called).toEqual(['one', 'two'])
  ends[0]?.('of one')
  expect(await first).toBe('of one')
  await page.shows('pending, no value')
  expect(run()).toBe(second)
  ends[1]?.('of two')
  await page.shows('at rest, of two')
  await page.render(h(WalletProvider, { wallet: one }, h(Call)))
  await page.shows('at rest, no value')
  for (const wallet of [one, two]) wallet.dispose()
})

test('two providers on a page are independent', async () => {
  const other = await createStack()
  const otherOptions = { accountId: other.accountId, backend: other.backend, store: memoryStore() }
  await page.render(h('div', null, provide(h(SignIn)), h('section', null, provide(h(Session), otherOptions))))
  await page.shows('session none')
  await signedIn()
  expect(page.text()).toMatch(/session active.*session none/)
})

test('a wallet that the app created is used and not disposed', async () => {
  const wallet = stack.wallet({ store: memoryStore() })
  await wallet.ready
  await page.render(h(WalletProvider, { wallet }, h(SignIn)))
  await page.shows('session none')
  await signedIn()
  await page.render(h('p', null, 'gone'))
  expect(wallet.getState().session.status).toBe('active')
  await wallet.sessions.list()
  wallet.dispose()
})

test('hooks without a provider say what is missing', async () => {
  expect(() => renderToString(h(Session))).toThrow('need a <WalletProvider> above the component')
})

test('a server renders the initial state and creates no wallet', () => {
  const backend = (): never => {
    throw new Error('The server called the backend.')
  }
  const store = {
    ...memoryStore(),
    read: (): never => {
      throw new Error('The server read the storage.')
    },
  }
  function Left(): ReactElement {
    return h(
      'p',
      null,
      `left ${useSecondsUntil('2030-01-01T00:00:00Z')}, unsettled ${useWalletState().unsettled.length}`,
    )
  }
  const html = renderToString(
    h(StrictMode, null, provide(h('div', null, h(SignIn), h(Left)), { backend, store })),
  )
  expect(html).toContain('session restoring')
  expect(html).toContain('left 0')
})

test('a page hydrates what the server rendered, even if the state of its wallet has changed', async () => {
  const wallet = stack.wallet({ store: memoryStore() })
  const html = renderToString(h(StrictMode, null, h(WalletProvider, { wallet }, h(SignIn))))
  await wallet.ready
  expect(wallet.getState().session.status).toBe('none')
  await page.hydrate(html, h(WalletProvider, { wallet }, h(SignIn)))
  await page.shows('session none')
  wallet.dispose()
})

test('a render that is discarded before it mounts leaves no wallet', async () => {
  let release = (): void => {}
  const data = new Promise<string>((resolve) => {
    release = () => resolve('loaded')
  })
  function Waiting(): ReactElement {
    return h('div', null, h(Session), use(data))
  }
  await page.render(h(Suspense, { fallback: 'waiting' }, provide(h(Waiting))))
  await page.shows('waiting')
  expect(requests).toEqual([])
  release()
  await page.shows('loaded')
  await page.shows('session none')
})
