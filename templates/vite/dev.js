/** `npm start`: runs the platform and the page in one process. The page sees one origin, so there is no CORS. */
import { serve } from 'embedded-wallet-auth/node'
import { createServer } from 'vite'
import { createPlatform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
// Requests from other origins are refused, and passkeys are bound to the host of this one.
const origin = process.env.ORIGIN ?? `http://localhost:${port}`
const { url } = await serve(await createPlatform(origin), { port: 0 })
const page = await createServer({
  // Another port would be another origin, which the backend refuses.
  server: { host: 'localhost', port, strictPort: true, proxy: { '/wallet': url, '/api': url } },
})
await page.listen()
page.printUrls()
