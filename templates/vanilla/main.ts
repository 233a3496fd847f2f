import { createWallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'
import { ask, attemptWith, type Mine, whoAmI } from './ask.ts'
import { keyDelivery } from './keys.ts'

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body
const attempt = attemptWith((problem) => {
  part('problem').hidden = problem === undefined
  part('text').textContent = problem?.text ?? ''
  part('way').textContent = problem?.way ?? ''
  part('way').onclick = problem?.go ?? null
})
const click = (id: string, act: () => Promise<void>): void => part(id).addEventListener('click', attempt(act))

defineWalletElements()
// The form takes the focus from the button, which is no longer shown.
click('log-in', async () => open(await ask('POST', '/api/login')).focus())
void attempt(async () => {
  const mine = await whoAmI()
  if (mine) open(mine)
  else part('welcome').hidden = false
})()

/** Shows the wallet of the person who is logged in: the sign-in, then the order, then the payment. Returns the sign-in. */
function open(mine: Mine): HTMLElement {
  const wallet = createWallet({ ...mine, backend: '/wallet', keyDelivery })
  const signIn = Object.assign(document.createElement('wallet-sign-in'), { wallet })
  signIn.setAttribute('code-length', '6')
  const confirm = Object.assign(document.createElement('wallet-confirm'), { wallet, receiver: 'Corner Shop' })
  part('wallet').append(signIn, confirm)

  let checked: string | undefined
  /** An answer that comes after the person has left the payment is not shown. */
  let payment = 0

  const render = (): void => {
    const { session, unsettled } = wallet.getState()
    const isSignedIn = 'id' in session
    // A payment whose outcome is not known, also one from before a reload. It has to be settled before the next one.
    const inDoubt = confirm.quote === undefined ? unsettled[0]?.quoteId : undefined
    part('welcome').hidden = true
    part('log-out').hidden = false
    part('doubt').hidden = inDoubt === undefined
    const isOrder = isSignedIn && confirm.quote === undefined && inDoubt === undefined
    const isNew = isOrder && part('order').hidden
    part('order').hidden = !isOrder
    signIn.hidden = isSignedIn || inDoubt !== undefined || (confirm.quote?.status ?? 'PENDING') !== 'PENDING'
    // The title takes the place of what had the focus, such as the sign-in.
    if (isNew) part('title').focus()
    if (inDoubt !== undefined && inDoubt !== checked) void attempt(check)()
  }
  const setQuote = (quote: typeof confirm.quote): void => {
    confirm.quote = quote
    part('next').hidden = quote === undefined || quote.status === 'PENDING'
    render()
  }
  const check = async (): Promise<void> => {
    checked = wallet.getState().unsettled[0]?.quoteId
    const asked = payment
    const found = checked && (await wallet.getQuote(checked))
    if (!found || payment !== asked) return
    setQuote(found)
    confirm.focus()
  }
  click('check', check)
  const getQuote = async (): Promise<void> => {
    setQuote(await ask('POST', '/api/quotes'))
    confirm.focus()
  }
  click('pay', getQuote)
  confirm.addEventListener('wallet-requote', attempt(getQuote))
  const leavePayment = (): void => {
    payment++
    setQuote(undefined)
  }
  confirm.addEventListener('wallet-cancel', leavePayment)
  confirm.addEventListener('wallet-payment', () => {
    part('next').hidden = false
  })
  click('next', async () => {
    await ask('POST', `/api/orders?after=${confirm.quote?.id}`)
    leavePayment()
  })
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
  part('log-out').addEventListener('click', logOut)
  wallet.subscribe(render)
  render()
  return signIn
}
