import { bootstrapApplication } from '@angular/platform-browser'
import { WalletPage } from './wallet-page'
import { ACCOUNT_ID } from './wallet-service'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
await bootstrapApplication(WalletPage, { providers: [{ provide: ACCOUNT_ID, useValue: accountId }] })
