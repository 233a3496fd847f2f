/** The page of the wallet, at an origin of its own. Serve what is built in `dist`, with these headers, and nothing else there. */
import { frameHeaders } from 'embedded-wallet-auth/diagnose'
import { defineConfig } from 'vite'
import { port, shopOrigin } from '../origins.ts'

const headers = frameHeaders({ parents: [shopOrigin] })

export default defineConfig({
  define: { SHOP_ORIGIN: JSON.stringify(shopOrigin) },
  appType: 'mpa',
  cacheDir: '../node_modules/.vite-frame',
  server: { headers, host: 'localhost', port: port + 1, strictPort: true, hmr: false },
  preview: { headers },
  // For the branch of @hpke/common for old versions of Node, which no browser reaches.
  build: { rolldownOptions: { external: ['crypto'] } },
})
