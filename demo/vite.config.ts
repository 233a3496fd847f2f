/** The page for `npm start`, with its server in the same process; `vite build` makes the page alone. @module */
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type UserConfig, type ViteDevServer } from 'vite'
import { middlewareOf } from './server/connect.js'
import type { Demo } from './server/index.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const prefixes = ['/wallet/', '/demo/']
const mode = process.env['DEMO_MODE'] === 'sandbox' ? 'sandbox' : 'strict'

type Module = typeof import('./server/index.js')

/** One demo per server, made at the first request: only then is the port known, and with it the origin. */
const demoOnDemand = (
  load: () => Promise<Module>,
): ((request: Request, port: number) => Promise<Response>) => {
  let demo: Promise<Demo> | undefined
  return async (request, port) => {
    demo ??= load().then(({ createDemo }) => createDemo({ mode, origins: [`http://localhost:${port}`] }))
    return (await demo).handler(request)
  }
}

const demoServer: Plugin = {
  name: 'demo-server',
  configureServer(server: ViteDevServer) {
    // Loaded through Vite, so that it runs from the sources of the library: nothing has to be built first.
    const load = async (): Promise<Module> => (await server.ssrLoadModule('/server/index.ts')) as Module
    server.middlewares.use(middlewareOf(prefixes, demoOnDemand(load)))
  },
}

const config: UserConfig = defineConfig({
  root: at('.'),
  publicDir: false,
  plugins: [demoServer],
  resolve: {
    alias: [
      { find: /^embedded-wallet-auth$/, replacement: at('../src/index.ts') },
      { find: /^embedded-wallet-auth\/node$/, replacement: at('../src/node.ts') },
      { find: /^embedded-wallet-auth\/(\w+)$/, replacement: `${at('../src')}/$1/index.ts` },
    ],
  },
  // By name, not by address: the relying party is `localhost`.
  server: { host: 'localhost', port: 5173 },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Everything is a file of its own: the page's policy allows neither inline code nor inline styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { index: at('index.html'), 'identity-provider': at('identity-provider.html') } },
  },
})

export default config
