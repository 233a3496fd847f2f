import { createWallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { keyDelivery } from './keys.ts'

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body
const click = (id: string, act: () => Promise<void> | void): void =>
  part(id).addEventListener('click', () => void act())
const ask = async (method: string, path: string) => (await fetch(path, { method })).json()

defineWalletElements()
click('log-in', async () => open(await ask('POST', '/api/login')))
const me = await ask('GET', '/api/me')
if (me.accountId === undefined) part('welcome').hidden = false
else open(me)

/** Shows the wallet of the person who is logged in: the sign-in, then the order, then the payment. */
function open(mine: { accountId: string; otpSigner?: string }): void {
  const wallet = createWallet({ ...mine, backend: '/wallet', keyDelivery })
  const signIn = Object.assign(document.createElement('wallet-sign-in'), { wallet })
  signIn.setAttribute('code-length', '6')
  const confirm = Object.assign(document.createElement('wallet-confirm'), { wallet, receiver: 'Corner Shop' })
  part('wallet').append(signIn, confirm)

  let checked: string | undefined

  const render = (): void => {
    const { session, unsettled } = wallet.getState()
    const isSignedIn = 'id' in session
    // A payment whose outcome is not known, also one from before a reload. It has to be settled before the next one.
    const inDoubt = confirm.quote === undefined ? unsettled[0]?.quoteId : undefined
    part('welcome').hidden = true
    part('log-out').hidden = false
    part('doubt').hidden = inDoubt === undefined
    part('order').hidden = !isSignedIn || confirm.quote !== undefined || inDoubt !== undefined
    signIn.hidden = isSignedIn || inDoubt !== undefined || (confirm.quote?.status ?? 'PENDING') !== 'PENDING'
    if (inDoubt !== undefined && inDoubt !== checked) void check()
  }
  const setQuote = (quote: typeof confirm.quote): void => {
    confirm.quote = quote
    part('next').hidden = quote === undefined || quote.status === 'PENDING'
    render()
  }
  const check = async (): Promise<void> => {
    checked = wallet.getState().unsettled[0]?.quoteId
    // It fails without a connection. The person can check again.
    if (checked !== undefined) setQuote(await wallet.getQuote(checked).catch(() => undefined))
  }
  click('check', check)
  const getQuote = async (): Promise<void> => setQuote(await ask('POST', '/api/quotes'))
  click('pay', getQuote)
  confirm.addEventListener('wallet-requote', () => void getQuote())
  confirm.addEventListener('wallet-cancel', () => setQuote(undefined))
  confirm.addEventListener('wallet-payment', () => {
    part('next').hidden = false
  })
  click('next', async () => {
    await ask('POST', `/api/orders?after=${confirm.quote?.id}`)
    setQuote(undefined)
  })
  click('log-out', async () => {
    // Out of the wallet first, in every tab and at the service, while the platform still knows who is asking.
    // It rejects if the service did not hear of it, or if this browser could not erase the key.
    await wallet.signOut().catch((error: Error) => alert(error.message))
    await ask('POST', '/api/logout')
    location.reload()
  })
  wallet.subscribe(render)
  render()
}
