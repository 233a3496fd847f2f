/** `npm start`: the shop's page, the wallet's page of another origin, and the platform, in one process. */
import { nodeHandler } from 'embedded-wallet-auth/node'
import { type Connect, createServer, defineConfig, type Plugin } from 'vite'
import { keyDelivery } from './keys.ts'
import { port, shopOrigin, walletOrigin } from './origins.ts'
import { createPlatform } from './platform.ts'

// Send this header in production, too. It lets the shop's page use a window of the wallet's page, where a frame cannot ask.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }

const platform: Plugin = {
  name: 'platform',
  async configureServer(shop) {
    const answer = nodeHandler(await createPlatform(shopOrigin, process.env, keyDelivery, walletOrigin))
    const answerAt =
      (paths: RegExp): Connect.NextHandleFunction =>
      (request, response, next) =>
        paths.test(request.url ?? '') ? void answer(request, response) : next()
    shop.middlewares.use(answerAt(/^\/api\//))
    // The wallet's calls are answered at its own origin only, where a script of the shop's page cannot read them.
    const calls: Plugin = {
      name: 'calls',
      configureServer: ({ middlewares }) => void middlewares.use(answerAt(/^\/(wallet\/|api\/me$)/)),
    }
    const wallet = await createServer({
      root: 'frame',
      configFile: 'frame/vite.config.ts',
      plugins: [calls],
    })
    shop.httpServer?.once('listening', () => wallet.listen())
    shop.httpServer?.once('close', () => wallet.close())
  },
}

export default defineConfig({
  plugins: [platform],
  define: { WALLET_ORIGIN: JSON.stringify(walletOrigin) },
  // Other ports would be other origins, which the platform and the wallet's page refuse.
  server: { headers, host: 'localhost', port, strictPort: true },
  preview: { headers },
})
