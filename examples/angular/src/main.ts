import { bootstrapApplication } from '@angular/platform-browser'
import { ask } from '../ask.js'
import { WalletPage } from './wallet-page'
import { ACCOUNT_ID } from './wallet-service'

const { accountId } = await ask('/api/login').catch((error: Error) => {
  document.body.append(error.message)
  throw error
})
await bootstrapApplication(WalletPage, { providers: [{ provide: ACCOUNT_ID, useValue: accountId }] })
