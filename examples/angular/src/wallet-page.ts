import { Component, inject, signal } from '@angular/core'
import { isWalletError, type Wallet } from 'embedded-wallet-auth'
import { ask } from '../ask.js'
import { WalletService } from './wallet-service'

@Component({
  selector: 'app-wallet',
  template: `
    <button (click)="mail()">Email me a code</button>
    <label>Code <input #code autocomplete="one-time-code" /></label>
    <button (click)="enter(code.value)">Sign in</button>
    <button (click)="passkey()">Use a passkey</button>
    <button (click)="pay()">Pay 20 dollars</button>
    <button (click)="add()">Add a passkey</button>
    <button (click)="out()">Sign out</button>
    <output id="state">{{ state().session.status }} {{ done() }}</output>
  `,
})
export class WalletPage {
  readonly #wallet = inject(WalletService).wallet
  readonly state = inject(WalletService).state
  readonly done = signal('')

  mail = () => this.#act(() => this.#wallet.signIn({ type: 'EMAIL_OTP' }))
  enter = (otp: string) => this.#act(() => this.#wallet.submit({ otp }))
  passkey = () => this.#act(() => this.#wallet.signIn({ type: 'PASSKEY' }))
  pay = () => this.#act(async () => (await payOrder(this.#wallet)).status)
  add = () =>
    this.#act(async () => {
      const passkey = await this.#wallet.credentials.create({ type: 'PASSKEY', nickname: 'My passkey' })
      return passkey.nickname
    })
  out = () => this.#act(() => this.#wallet.signOut())

  #act(work: () => Promise<unknown>) {
    work().then(
      (done) => this.done.set(String(done ?? '')),
      (error: unknown) => this.done.set(isWalletError(error) ? error.code : String(error)),
    )
  }
}

const payOrder = async (wallet: Wallet) => {
  // Only the same quote cannot pay twice: one whose answer was lost comes before a new one.
  const [inDoubt] = wallet.getState().unsettled
  if (inDoubt) return wallet.getQuote(inDoubt.quoteId)
  return wallet.executeQuote(await ask('/api/quotes'))
}
