/**
 * Builds the harness pages and the demo's page once, from the sources, and passes their paths to the workers.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { sources } from '../scripts/doors.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const harnessPages = [
  'strict',
  'sandbox',
  'callback',
  'oidc',
  'returned',
  'element',
  'vectors',
  'software-passkeys',
  'confirmed',
  'framed',
  'framed-wallet',
]

/** Builds the pages. Resolves with a function that Playwright calls after the last test. */
export default async function setUp(): Promise<() => void> {
  const outDir = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-harness-'))
  // Not into demo/dist, so that a build or a preview of the demo is not disturbed.
  const demoDir = mkdtempSync(join(tmpdir(), 'embedded-wallet-auth-demo-'))
  const demo = { configFile: at('../demo/vite.config.ts'), build: { outDir: demoDir, emptyOutDir: true } }
  await Promise.all([
    build({ ...demo, logLevel: 'error' }),
    ...harnessPages.map((page) => builtHarness(page, outDir)),
  ])
  process.env['HARNESS_DIRECTORY'] = outDir
  process.env['DEMO_DIRECTORY'] = demoDir
  return () => {
    for (const directory of [outDir, demoDir]) rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Builds one page. In a build of all pages, the bundler would put shared code into the script of one page, which the
 * other pages would then load and run.
 */
const builtHarness = (page: string, outDir: string) =>
  build({
    root: at('.'),
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: sources },
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: { [page]: at(`harness/${page}.ts`) },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
      },
    },
  })
