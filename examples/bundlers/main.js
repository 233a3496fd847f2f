import { createWallet } from 'embedded-wallet-auth'
import { ask } from './ask.js'

const [code, state] = ['#code', '#state'].map((id) => document.querySelector(id))
const say = (error) => state.append(error.code ?? error)
const open = async () => createWallet({ accountId: (await ask('/api/login')).accountId, backend: '/wallet' })
const wallet = await open().catch(say)
const actions = {
  mail: () => wallet.signIn({ type: 'EMAIL_OTP' }),
  enter: () => wallet.submit({ otp: code.value }),
  passkey: () => wallet.signIn({ type: 'PASSKEY' }),
  pay: async () => {
    // Only the same quote cannot pay twice: one whose answer was lost comes before a new one.
    const [inDoubt] = wallet.getState().unsettled
    if (inDoubt) return wallet.getQuote(inDoubt.quoteId)
    return wallet.executeQuote(await ask('/api/quotes'))
  },
  add: () => wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' }),
  out: () => wallet.signOut(),
}
const show = (done) => state.append(done?.status ?? done?.nickname ?? wallet.getState().session.status)
for (const [id, act] of Object.entries(actions))
  document.querySelector(`#${id}`).onclick = () => {
    state.textContent = ''
    act().then(show, say)
  }
wallet?.ready.then(show)
