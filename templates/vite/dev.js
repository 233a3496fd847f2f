/** `npm start`: runs the platform and the page in one process. The page sees one origin, so there is no CORS. */
import { serve } from 'embedded-wallet-auth/node'
import { createServer } from 'vite'
import { platform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
const { url } = await serve(platform, { port: 0 })
const page = await createServer({
  // Another port would be another origin, which the backend refuses.
  server: { host: 'localhost', port, strictPort: true, proxy: { '/wallet': url, '/api': url } },
})
await page.listen()
page.printUrls()
