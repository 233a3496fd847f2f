/**
 * What `npm run demo:build` adds to the page: its worker, and the Content-Security-Policy that a server would send.
 * @module
 */
import { fileURLToPath } from 'node:url'
import { type Alias, build, type Plugin } from 'vite'
import { policy } from '../server/page-headers.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The directory of the build. */
export const hostedDirectory: string = at('dist')
const file = 'worker.js'

/** Leaves out the emulator's page and the OpenAPI document, which are not used in the demo. */
const withoutPage: Plugin = {
  name: 'without-page',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/emulator/src/page/answers.ts') ? 'export const describe = () => undefined' : undefined,
}

/** Builds the worker together with the page. */
export function hosted(alias: Alias[]): Plugin {
  let directory = hostedDirectory
  return {
    name: 'hosted',
    configResolved({ build: { outDir } }) {
      directory = outDir
    },
    transformIndexHtml: () => [
      // A policy in the page cannot contain `frame-ancestors`, and registering a worker needs an additional directive.
      {
        tag: 'meta',
        attrs: {
          'http-equiv': 'Content-Security-Policy',
          content: policy
            .filter((line) => !line.startsWith('frame-ancestors'))
            .map((line) =>
              line.startsWith('trusted-types') ? "trusted-types heron-worker; worker-src 'self'" : line,
            )
            .join('; '),
        },
        injectTo: 'head-prepend',
      },
      { tag: 'meta', attrs: { name: 'demo-worker', content: file }, injectTo: 'head' },
    ],
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        resolve: { alias },
        plugins: [withoutPage],
        build: {
          outDir: directory,
          emptyOutDir: false,
          target: 'es2022',
          modulePreload: false,
          // One file, because a worker does not load chunks.
          chunkSizeWarningLimit: 1_000,
          rollupOptions: {
            input: at('worker.ts'),
            // The code that Vite adds to load chunks has nothing to load here, and reads only this.
            transform: { define: { 'import.meta': '{}' } },
            output: {
              format: 'iife',
              entryFileNames: file,
              codeSplitting: false,
              strictExecutionOrder: true,
            },
          },
        },
      })
    },
  }
}
