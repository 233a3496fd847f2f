/** `npm start`: the page and the platform in one process, on one origin, so there is no CORS. */
import { nodeHandler } from 'embedded-wallet-auth/node'
import { defineConfig, type Plugin } from 'vite'
import { keyDelivery } from './keys.ts'
import { createPlatform } from './platform.ts'

const port = Number(process.env.PORT ?? 3000)
// Requests from other origins are refused, and passkeys are bound to the host of this one.
const origin = process.env.ORIGIN ?? `http://localhost:${port}`

// Send this header in production, too. Without it, a script of the page could send the session's key to a window of
// another site.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' }

const platform: Plugin = {
  name: 'platform',
  async configureServer({ middlewares }) {
    const answer = nodeHandler(await createPlatform(origin, process.env, keyDelivery))
    middlewares.use((request, response, next) =>
      /^\/(wallet|api)\//.test(request.url ?? '') ? void answer(request, response) : next(),
    )
  },
}

export default defineConfig({
  plugins: [platform],
  // Another port would be another origin, which the backend refuses.
  server: { headers, host: 'localhost', port, strictPort: true },
  preview: { headers },
  // For the branch of @hpke/common for old versions of Node, which no browser reaches.
  build: { rolldownOptions: { external: ['crypto'] } },
})
