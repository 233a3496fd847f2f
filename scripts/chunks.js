/** Which file of `dist/chunks/` contains what several doors of the library need. @module */
import { join } from 'node:path'

/** @typedef {(entry: string) => boolean} IsIn whether a file of `src/` needs the module at once */
/** @typedef {{ getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }} Graph */

/**
 * What several doors of the library need, by the file of `chunks/` that contains it; the bundler decides about the rest.
 * An application's bundler splits no file, so a file that loads first contains nothing for the lazy half alone, and a
 * server and a page around a frame do not load the code of a page. The first rule that takes a module takes also what it imports.
 *
 * @type {Readonly<Record<string, (isIn: IsIn) => boolean>>}
 */
const rules = {
  shared: (isIn) =>
    isFirst(isIn) && ['client/index.ts', 'sandbox/index.ts', 'frame-host/index.ts'].some(isIn),
  core: (isIn) => isFirst(isIn),
  // The elements check what is typed without the schemas.
  'as-typed': (isIn) => isIn('element/index.ts') && isIn('wallet/lazy.ts'),
  contract: (isIn) => isIn('wallet/lazy.ts') && (isIn('client/index.ts') || isIn('backend/index.ts')),
  // The elements do not load React.
  'for-developers': (isIn) => isIn('react/index.ts') && isIn('element/index.ts'),
  react: (isIn) => isIn('react/index.ts'),
  cli: (isIn) => isIn('cli/index.ts'),
}

/**
 * Whether the first load needs a module. What both parts that load later need is there, too, and so is what the main door
 * exports, even if only the lazy half uses it: a page that imports the door on a lazy route would load that half with it.
 *
 * @param {IsIn} isIn
 */
const isFirst = (isIn) =>
  isIn('index.ts') || (isIn('wallet/lazy.ts') && isIn('wallet/credentials/ceremonies.ts'))

/**
 * Returns the rules in the form of the bundler.
 *
 * @param {string} source the path of `src/`
 */
export function chunks(source) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map()
  return Object.entries(rules).map(([file, rule]) => ({
    debugName: file,
    name: (/** @type {string} */ id, /** @type {Graph} */ graph) =>
      rule((entry) => {
        const needed = known.get(entry) ?? staticImports(join(source, entry), graph)
        known.set(entry, needed)
        return needed.has(id)
      })
        ? file
        : null,
  }))
}

/** Returns a module and everything that it imports statically. @param {string} file @param {Graph} graph */
function staticImports(file, graph) {
  const reached = new Set([file])
  for (const id of reached) for (const each of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(each)
  return reached
}
