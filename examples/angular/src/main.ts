import { bootstrapApplication } from '@angular/platform-browser'
import { ACCOUNT_ID } from './wallet-service'
import { WalletPage } from './wallet-page'

const { accountId } = await (await fetch('/api/me')).json()
await bootstrapApplication(WalletPage, { providers: [{ provide: ACCOUNT_ID, useValue: accountId }] })
