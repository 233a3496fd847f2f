/**
 * Bundles a program for Node, so that it runs without a test runner. Code that would load later is in the same file.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './run.js'
import { sources } from './sources.js'

/**
 * Bundles a file with everything that it imports from this project. Packages are not bundled. The bundle is removed
 * when this process ends.
 *
 * @param {string} entry path below the root
 * @param {import('./planted-faults.js').PlantedFault} [planted] a fault that is built in
 * @returns {Promise<string>} the path of the bundle
 */
export async function nodeBundle(entry, planted) {
  // Below `node_modules`, so that the bundle finds the packages.
  const outDir = mkdtempSync(join(root, 'node_modules', '.bundle-'))
  const remove = () => rmSync(outDir, { recursive: true, force: true })
  // The bundle is also removed if the program is stopped.
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: planted === undefined ? [] : [plant(planted)],
    resolve: { alias: sources },
    build: {
      ssr: join(root, entry),
      outDir,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
  })
  return join(outDir, 'main.mjs')
}

/** @param {import('./planted-faults.js').PlantedFault} fault @returns {import('vite').Plugin} */
function plant({ name, file, from, to }) {
  const path = join(root, 'src/wallet', file)
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (id !== path) return undefined
      if (code.split(from).length !== 2) throw new Error(`"${name}" no longer applies to ${file}.`)
      return code.replace(from, () => to)
    },
  }
}
