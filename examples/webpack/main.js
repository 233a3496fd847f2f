import { createWallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'

defineWalletElements()
const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
const wallet = createWallet({ accountId, backend: '/wallet' })
const [form, sheet, state] = ['wallet-sign-in', 'wallet-confirm', '#state'].map((name) =>
  document.querySelector(name),
)
form.wallet = sheet.wallet = wallet
const click = (id, act) => document.querySelector(id).addEventListener('click', act)
click('#pay', async () => {
  sheet.quote = await (await fetch('/api/quotes', { method: 'POST' })).json()
  sheet.receiver = 'Corner Shop'
  sheet.hidden = false
})
click('#add', async () =>
  state.append((await wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' })).nickname),
)
click('#out', () => wallet.signOut())
sheet.addEventListener('wallet-payment', ({ detail }) => state.append(detail.status))
wallet.subscribe(() => state.replaceChildren(wallet.getState().session.status))
