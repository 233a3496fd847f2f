/** Builds the harness pages and the demo's page once, from the sources, and tells the workers where they are. @module */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { inlinePackages } from '../scripts/inline-packages.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The answer runs after the last test. */
export default async function setUp(): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-harness-'))
  await build({
    root: at('.'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [inlinePackages()],
    resolve: {
      alias: [
        { find: /^embedded-wallet-auth$/, replacement: at('../src/index.ts') },
        { find: /^embedded-wallet-auth\/(sandbox|oidc|element)$/, replacement: at('../src/$1/index.ts') },
      ],
    },
    build: {
      outDir,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: {
          strict: at('harness/strict.ts'),
          sandbox: at('harness/sandbox.ts'),
          callback: at('harness/callback.ts'),
          oidc: at('harness/oidc.ts'),
          returned: at('harness/returned.ts'),
          element: at('harness/element.ts'),
          vectors: at('harness/vectors.ts'),
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunk-[name]-[hash].js',
          // What the sandbox door or the elements share with the library. Otherwise it is put into that page's own script,
          // which every other page then loads and runs, magic values included.
          codeSplitting: { groups: [{ name: 'encoding', test: /\/src\/(encoding|flow-errors)\.ts$/ }] },
        },
      },
    },
  })
  process.env['HARNESS_DIRECTORY'] = outDir
  // Not into demo/dist: anyone who builds or looks at the demo meanwhile should not be disturbed.
  const demoDir = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-demo-'))
  await build({
    configFile: at('../demo/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: demoDir, emptyOutDir: true },
  })
  process.env['DEMO_DIRECTORY'] = demoDir
  return () => {
    for (const directory of [outDir, demoDir]) rmSync(directory, { recursive: true, force: true })
  }
}
