import type { Quote } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { useWallet, useWalletState, WalletProvider } from 'embedded-wallet-auth/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ask, type Mine, wordsFor } from './ask.ts'
import { keyDelivery } from './keys.ts'
import { Page } from './page.tsx'
import { type Attempt, ProblemLine, ProblemPage, useProblem } from './problem.tsx'

defineWalletElements()

export function Shop(wallet: Mine) {
  const [problem, attempt] = useProblem()
  return (
    <WalletProvider {...wallet} backend="/wallet" keyDelivery={keyDelivery} fallback={<NoWallet />}>
      <Page action={<LogOut attempt={attempt} />}>
        <ProblemLine problem={problem} />
        <Checkout attempt={attempt} />
      </Page>
    </WalletProvider>
  )
}

/** In place of the shop if no wallet can be created, such as without HTTPS. */
const NoWallet = () => <ProblemPage problem={wordsFor(undefined)} />

function LogOut({ attempt }: { attempt: Attempt }) {
  const wallet = useWallet()
  const leave = attempt(async () => {
    await ask('POST', '/api/logout')
    location.reload()
  })
  // Out of the wallet first, in every tab and at the service, while the platform still knows who is asking.
  // It rejects if the service did not hear of it, or if this browser could not erase the key.
  const logOut = attempt(
    () => wallet.signOut().then(leave),
    () => ({ text: 'Your wallet may still be open.', way: 'Log out anyway', go: leave }),
  )
  return (
    <button type="button" onClick={logOut}>
      Log out
    </button>
  )
}

function Checkout({ attempt }: { attempt: Attempt }) {
  const wallet = useWallet()
  const { session, unsettled } = useWalletState()
  const [quote, setQuote] = useState<Quote>()
  const [isPaid, setPaid] = useState(false)
  const getQuote = attempt(async () => setQuote(await ask('POST', '/api/quotes')))
  /** An answer that comes after the person has left the payment is not shown. */
  const payment = useRef(0)
  const leave = () => {
    payment.current++
    setQuote(undefined)
    setPaid(false)
  }
  const order = attempt(async () => {
    await ask('POST', `/api/orders?after=${quote?.id}`)
    leave()
  })
  // A payment whose outcome is not known, also one from before a reload. It has to be settled before the next one.
  const inDoubt = quote === undefined ? unsettled[0]?.quoteId : undefined
  const check = useCallback(
    (quoteId: string) =>
      attempt(async () => {
        const asked = payment.current
        const found = await wallet.getQuote(quoteId)
        if (payment.current === asked) setQuote(found)
      })(),
    [attempt, wallet],
  )
  useEffect(() => {
    if (inDoubt !== undefined) void check(inDoubt)
  }, [inDoubt, check])
  const title = useTitle('id' in session && quote === undefined)

  // React does not set properties of custom elements in server-rendered HTML, so the elements are added in the browser.
  if (session.status === 'restoring')
    return (
      <section className="card">
        <p className="soft">One moment…</p>
      </section>
    )
  if (quote)
    return (
      <>
        <wallet-confirm
          wallet={wallet}
          quote={quote}
          receiver="Corner Shop"
          ref={takeFocus}
          onwallet-requote={getQuote}
          onwallet-cancel={leave}
          onwallet-payment={() => setPaid(true)}
        />
        {isPaid || quote.status !== 'PENDING' ? (
          <button className="primary next" type="button" onClick={order}>
            Back to the shop
          </button>
        ) : (
          !('id' in session) && <wallet-sign-in wallet={wallet} code-length="6" />
        )}
      </>
    )
  if (inDoubt !== undefined)
    return (
      <section className="card">
        <h2>We are checking your last payment</h2>
        <p className="soft">Please do not pay again before its outcome is known.</p>
        <button className="primary" type="button" onClick={() => check(inDoubt)}>
          Check again
        </button>
      </section>
    )
  if (!('id' in session)) return <wallet-sign-in wallet={wallet} code-length="6" />
  return (
    <section className="card">
      <h2 ref={title} tabIndex={-1}>
        Your order at the Corner Shop
      </h2>
      <p className="amount">20.00 USD</p>
      <p className="soft">
        It is paid in USDB from your wallet. You see the exact amount and the fee before you confirm.
      </p>
      <button className="primary" type="button" onClick={getQuote}>
        Pay 20 dollars
      </button>
    </section>
  )
}

/** Gives the focus to the payment, which takes the place of the button that asked for it. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Gives the focus to a title that takes the place of what had it, such as the sign-in. */
function useTitle(isShown: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isShown) title.current?.focus()
  }, [isShown])
  return title
}
