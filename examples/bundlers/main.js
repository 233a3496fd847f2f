import { createWallet } from 'embedded-wallet-auth'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
const wallet = createWallet({ accountId, backend: '/wallet' })
const [code, state] = ['#code', '#state'].map((id) => document.querySelector(id))
const actions = {
  mail: () => wallet.signIn({ type: 'EMAIL_OTP' }),
  enter: () => wallet.submit({ otp: code.value }),
  passkey: () => wallet.signIn({ type: 'PASSKEY' }),
  pay: async () => {
    // Only the same quote cannot pay twice: one whose answer was lost comes before a new one.
    const [inDoubt] = wallet.getState().unsettled
    if (inDoubt) return wallet.getQuote(inDoubt.quoteId)
    return wallet.executeQuote(await (await fetch('/api/quotes', { method: 'POST' })).json())
  },
  add: () => wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' }),
  out: () => wallet.signOut(),
}
const show = (done) => state.append(done?.status ?? done?.nickname ?? wallet.getState().session.status)
for (const [id, act] of Object.entries(actions))
  document.querySelector(`#${id}`).onclick = () => {
    state.textContent = ''
    act().then(show, (error) => state.append(error.code ?? error))
  }
wallet.ready.then(show)
