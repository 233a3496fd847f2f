import { serve } from 'embedded-wallet-auth/node'
import { createPlatform } from './platform.js'
import { withPage } from './with-page.js'

const port = Number(process.env.PORT ?? 3000)
await serve(withPage(await createPlatform(`http://localhost:${port}`)), { port })
console.log(`http://localhost:${port}`)
