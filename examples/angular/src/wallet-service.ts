import { DestroyRef, Injectable, InjectionToken, inject, signal } from '@angular/core'
import { createWallet } from 'embedded-wallet-auth'

export const ACCOUNT_ID = new InjectionToken<string>('account')

/** The wallet of the account, and its state as a signal. */
@Injectable({ providedIn: 'root' })
export class WalletService {
  readonly wallet = createWallet({ accountId: inject(ACCOUNT_ID), backend: '/wallet' })
  readonly state = signal(this.wallet.getState())

  constructor() {
    this.wallet.subscribe(() => this.state.set(this.wallet.getState()))
    inject(DestroyRef).onDestroy(() => this.wallet.dispose())
  }
}
