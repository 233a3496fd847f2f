import { createSignal } from 'solid-js'
import { useWallet } from './use-wallet.js'

const payOrder = async (wallet) => {
  // Only the same quote cannot pay twice: one whose answer was lost comes before a new one.
  const [inDoubt] = wallet.getState().unsettled
  if (inDoubt) return wallet.getQuote(inDoubt.quoteId)
  return wallet.executeQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
}

export function Wallet(props) {
  const { wallet, state } = useWallet(props.accountId)
  const [code, setCode] = createSignal('')
  const [done, setDone] = createSignal('')
  const act = (work) => () =>
    work().then(
      (result) => setDone(result?.status ?? result?.nickname ?? ''),
      (error) => setDone(error.code ?? String(error)),
    )
  return (
    <>
      <button onClick={act(() => wallet.signIn({ type: 'EMAIL_OTP' }))}>Email me a code</button>
      <label>
        Code <input autocomplete="one-time-code" onInput={(event) => setCode(event.target.value)} />
      </label>
      <button onClick={act(() => wallet.submit({ otp: code() }))}>Sign in</button>
      <button onClick={act(() => wallet.signIn({ type: 'PASSKEY' }))}>Use a passkey</button>
      <button onClick={act(() => payOrder(wallet))}>Pay 20 dollars</button>
      <button onClick={act(() => wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' }))}>
        Add a passkey
      </button>
      <button onClick={act(() => wallet.signOut())}>Sign out</button>
      <output id="state">
        {state().session.status} {done()}
      </output>
    </>
  )
}
