/**
 * The page for `npm start`, with its server in the same process. `vite build` builds only the page, and with
 * `--mode hosted` a folder that needs no server.
 * @module
 */
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin, type UserConfig, type UserConfigFnObject, type ViteDevServer } from 'vite'
import { sources } from '../scripts/doors.js'
import { emulatorPage } from '../scripts/emulator-page.js'
import { hosted, hostedDirectory } from './hosted/build.js'
import { middlewareOf, originOf } from './server/connect.js'
import type { Demo } from './server/index.js'
import { framedOpenerPolicy, openerPolicy } from './server/page-headers.js'
import { isAround } from './server/wallet-page.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const prefixes = ['/wallet/', '/demo/', '/emulator/']
const mode = process.env['DEMO_MODE'] === 'sandbox' ? 'sandbox' : 'strict'
const profile =
  (['sandbox', 'production'] as const).find((each) => each === process.env['DEMO_PROFILE']) ?? 'seed'

type Module = typeof import('./server/index.js')

/** Makes one demo per server, at the first request, because the ports and the origins are not known earlier. */
const demoOnDemand = (
  load: () => Promise<Module>,
  origin: () => string,
  walletOrigin: () => string,
): ((request: Request) => Promise<Response>) => {
  let demo: Promise<Demo> | undefined
  return async (request) => {
    demo ??= load().then(({ createDemo }) =>
      createDemo({ mode, profile, origins: [origin()], walletOrigin: walletOrigin() }),
    )
    return (await demo).handler(request)
  }
}

const demoServer: Plugin = {
  name: 'demo-server',
  configureServer(server: ViteDevServer) {
    // Loaded through Vite, so that it runs from the library's sources without a build.
    const load = async (): Promise<Module> => (await server.ssrLoadModule('/server/index.ts')) as Module
    const own = createServer()
    const origins = [() => originOf(server.httpServer), () => originOf(own)] as const
    const handler = demoOnDemand(load, ...origins)
    server.middlewares.use((incoming, outgoing, next) => {
      const isFramed = isAround(new URL(incoming.url ?? '/', 'http://localhost'))
      const policy = isFramed ? framedOpenerPolicy : openerPolicy
      for (const [name, value] of Object.entries(policy)) outgoing.setHeader(name, value)
      next()
    })
    server.middlewares.use(middlewareOf(prefixes, handler))
    own.on('request', (incoming, outgoing) => {
      const answered = server.ssrLoadModule('/server/wallet-listener.ts').then((module) =>
        // The type assertion is safe: it is the type of that module.
        (module as typeof import('./server/wallet-listener.js')).walletListener(
          handler,
          origins[0],
          server.middlewares,
        )(incoming, outgoing),
      )
      answered.catch(() => outgoing.destroy())
    })
    server.httpServer?.once('listening', () => own.listen(0, 'localhost'))
    server.httpServer?.once('close', () => own.close())
  },
}

const config: UserConfigFnObject = defineConfig(({ mode: target }): UserConfig => {
  const isHosted = target === 'hosted'
  return {
    root: at('.'),
    // Relative, so that the folder can be hosted below any path.
    base: isHosted ? './' : '/',
    publicDir: false,
    plugins: isHosted ? [hosted(sources)] : [demoServer, emulatorPage()],
    resolve: { alias: sources },
    // By name and not by address, because the relying party is `localhost`.
    server: { host: 'localhost', port: 5173 },
    preview: { host: 'localhost', port: 4173, headers: openerPolicy },
    build: {
      outDir: isHosted ? hostedDirectory : 'dist',
      emptyOutDir: true,
      target: 'es2022',
      // Everything is a separate file, because the page's policy allows neither inline code nor inline styles.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rollupOptions: {
        // The branch of @hpke/common for old versions of Node.
        external: ['crypto'],
        input: {
          index: at('index.html'),
          elements: at('elements.html'),
          'framed-wallet': at('framed-wallet.html'),
          'identity-provider': at('identity-provider.html'),
        },
        // Code that several pages load first is one file, because each further file delays the first screen.
        output: { codeSplitting: { groups: [{ name: 'shared', tags: ['$initial'], minShareCount: 2 }] } },
      },
    },
  }
})

export default config
