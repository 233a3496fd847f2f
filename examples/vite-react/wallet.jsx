import { useSession, useSignedAction, useSignIn, useWallet } from 'embedded-wallet-auth/react'

const payOrder = async (wallet) => {
  // Only the same quote cannot pay twice: one whose answer was lost comes before a new one.
  const [inDoubt] = wallet.getState().unsettled
  if (inDoubt) return wallet.getQuote(inDoubt.quoteId)
  return wallet.executeQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
}

export function Wallet() {
  const wallet = useWallet()
  const session = useSession()
  const { signIn, submit, error } = useSignIn()
  const pay = useSignedAction(payOrder)
  const add = useSignedAction((wallet) =>
    wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' }),
  )
  const failed = error ?? pay.error ?? add.error
  return (
    <>
      <button type="button" onClick={() => signIn({ type: 'EMAIL_OTP' })}>
        Email me a code
      </button>
      <form
        action={async (form) => {
          await submit({ otp: String(form.get('code')) })
        }}
      >
        <label>
          Code <input name="code" autoComplete="one-time-code" />
        </label>
        <button>Sign in</button>
      </form>
      <button type="button" onClick={() => signIn({ type: 'PASSKEY' })}>
        Use a passkey
      </button>
      <button type="button" onClick={() => pay.run()}>
        Pay 20 dollars
      </button>
      <button type="button" onClick={() => add.run()}>
        Add a passkey
      </button>
      <button type="button" onClick={() => wallet.signOut()}>
        Sign out
      </button>
      <output id="state">
        {session.status} {pay.value?.status} {add.value?.nickname} {failed?.code}
      </output>
    </>
  )
}
