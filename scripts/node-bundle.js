/**
 * Bundles a program for Node, so that it runs without a test runner, and reads what it reports. Code that would load
 * later is in the same file.
 * @module
 */
import { join } from 'node:path'
import { bundle } from './bundle.js'
import { sources } from './doors.js'
import { exit, root, run, temporary } from './run.js'

/** @typedef {import('./planted-faults.js').PlantedFault} PlantedFault */

/**
 * Bundles a file with everything that it imports from this project. Packages are not bundled. The bundle is removed
 * when this process ends.
 *
 * @param {string} entry path below the root
 * @param {PlantedFault} [planted] a fault that is built in
 * @returns {Promise<string>} the path of the bundle
 */
export async function nodeBundle(entry, planted) {
  // Below `node_modules`, so that the bundle finds the packages.
  const outDir = temporary('.bundle', join(root, 'node_modules'))
  await bundle(
    {
      write: true,
      ssr: join(root, entry),
      outDir,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
    },
    { plugins: planted === undefined ? [] : [plant(planted)], resolve: { alias: sources } },
  )
  return join(outDir, 'main.mjs')
}

/** Puts a fault into its file as it is read. @param {PlantedFault} fault @returns {import('vite').Plugin} */
export const plant = ({ name, file, from, to }) => ({
  name: 'planted-fault',
  enforce: 'pre',
  transform(code, id) {
    if (id !== join(root, 'src/wallet', file)) return undefined
    if (code.split(from).length !== 2) throw new Error(`"${name}" no longer applies to ${file}.`)
    return code.replace(from, () => to)
  },
})

/**
 * Runs a bundle. Resolves with its exit code, what it printed, and the lines of that which are JSON.
 *
 * @param {string} program
 * @param {readonly (string | number)[]} args
 * @param {{ node?: string, seconds?: number }} [options]
 */
export async function reports(program, args, { node = process.execPath, ...limit } = {}) {
  const { code, output } = await run(node, ['--max-semi-space-size=64', program, ...args.map(String)], limit)
  const lines = output.split('\n').filter((line) => /^(\{"|\[\{|\[\])/.test(line))
  return { code, output, rows: lines.map((line) => JSON.parse(line)) }
}

/**
 * Runs a bundle in several processes. Resolves with the rows of all, and what those that crashed have printed.
 *
 * @param {string} program
 * @param {number} parts
 * @param {(part: number) => readonly (string | number)[]} args
 */
export async function inParts(program, parts, args) {
  const ran = await Promise.all(Array.from({ length: parts }, (_, part) => reports(program, args(part))))
  return {
    rows: ran.flatMap(({ rows }) => rows),
    broken: ran.flatMap(({ code, output }) => (code === 0 ? [] : output)),
  }
}

/** Returns the one thing that a bundle reports. @param {string} program @param {...(string | number)} args */
export async function asked(program, ...args) {
  const { rows, output } = await reports(program, args)
  if (rows.length === 0) throw new Error(`The program crashed: ${output}`)
  return rows[0]
}

/**
 * Plays one case again, prints what was found and the hash of its trace, and ends this process.
 *
 * @param {string} program
 * @param {string} search
 * @param {string} what
 * @param {boolean} isTraced whether to print the whole trace
 */
export async function replay(program, search, what, isTraced) {
  const { trace, failure, hash } = await asked(
    program,
    search,
    'replay',
    what,
    ...(isTraced ? ['trace'] : []),
  )
  for (const line of trace) console.log(line)
  console.log(`${failure === '' ? 'nothing was found' : failure}\ntrace ${hash}`)
  return exit(failure === '' ? 0 : 1)
}
