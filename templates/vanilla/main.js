import { createWallet } from 'embedded-wallet-auth'
import { defineWalletElements } from 'embedded-wallet-auth/element'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
const wallet = createWallet({ accountId, backend: '/wallet' })

defineWalletElements()
document.body.prepend(Object.assign(document.createElement('wallet-sign-in'), { wallet }))
const confirm = Object.assign(document.createElement('wallet-confirm'), { wallet })
async function askForPayment() {
  confirm.quote = await (await fetch('/api/quotes', { method: 'POST' })).json()
  document.body.append(confirm)
}
document.querySelector('#pay')?.addEventListener('click', askForPayment)
confirm.addEventListener('wallet-requote', askForPayment)
confirm.addEventListener('wallet-cancel', () => confirm.remove())
