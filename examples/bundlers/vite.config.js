import { nodeHandler } from 'embedded-wallet-auth/node'
import { defineConfig } from 'vite'
import { createPlatform } from './platform.js'

/** For `npm run dev`: answers the platform's calls in Vite's own server. */
const platform = {
  name: 'platform',
  async configureServer({ middlewares }) {
    const handler = nodeHandler(await createPlatform('http://localhost:5173'))
    middlewares.use((request, response, next) =>
      /^\/(api|wallet)\//.test(request.url) ? handler(request, response) : next(),
    )
  },
}

// For the branch of @hpke/common for old versions of Node, which no browser reaches.
const build = { rolldownOptions: { external: ['crypto'] } }

export default defineConfig({ build, plugins: [platform], server: { strictPort: true } })
