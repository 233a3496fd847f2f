/** The files of the project as texts, for tests of its structure. @module */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Path of the project, with a trailing separator. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))

/** Texts by path; paths are relative to the root and written with slashes. */
export type Tree = ReadonlyMap<string, string>

const made =
  /(^|\/)(node_modules|dist|\.git|coverage|test-results|playwright-report)(\/|$)|^site\/(content|\.vitepress\/\.temp)$/
const text = /(^|\/)(\.\w+|run|LICENSE|[^/]+\.(tsx?|jsx?|mjs|json|md|html|css|svg|yml|yaml|vue|svelte))$/

/** Everything somebody wrote, below `directory`; what is installed or built is left out. */
export function readTree(directory = ''): Tree {
  if (!existsSync(join(root, directory))) return new Map()
  return new Map(
    readdirSync(join(root, directory), { withFileTypes: true })
      .map((entry) => ({ entry, path: directory === '' ? entry.name : `${directory}/${entry.name}` }))
      .filter(({ path }) => !made.test(path))
      .flatMap(({ entry, path }): [string, string][] => {
        if (entry.isDirectory()) return [...readTree(path)]
        return text.test(path) ? [[path, readFileSync(join(root, path), 'utf8')]] : []
      }),
  )
}

/** The part of a tree whose paths match. */
export function only(tree: Tree, pattern: RegExp): Tree {
  return new Map([...tree].filter(([path]) => pattern.test(path)))
}

/** The part of a tree whose paths do not match. */
export function without(tree: Tree, pattern: RegExp): Tree {
  return new Map([...tree].filter(([path]) => !pattern.test(path)))
}

/** What ships: the source without tests and fixtures. */
export function shipped(): Tree {
  return without(only(readTree('src'), /\.ts$/), /\.test\.ts$|\/fixtures\//)
}

/** Path of the file that a relative specifier means, seen from another file. */
export function resolved(from: string, specifier: string): string {
  const url = new URL(specifier.replace(/\.js$/, '.ts'), `file:///${from}`)
  return decodeURIComponent(url.pathname.slice(1))
}
