/** Reads the files of the project as texts, for tests of its structure. @module */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The path of the project, with a trailing separator. */
export const root: string = fileURLToPath(new URL('..', import.meta.url))

/** The texts of files, by path. The paths are relative to the root, with slashes. */
export type Tree = ReadonlyMap<string, string>

const made =
  /(^|\/)(node_modules|dist|\.git|coverage|test-results|playwright-report)(\/|$)|^site\/(content|\.vitepress\/\.temp)$/
const text =
  /(^|\/)(\.\w+|run|LICENSE|_headers|[^/]+\.(tsx?|jsx?|mjs|json|md|html|css|svg|yml|yaml|vue|svelte))$/

/** Reads all files below `directory`, except installed and built files. */
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

/** Returns the files of a tree whose paths match. */
export function only(tree: Tree, pattern: RegExp): Tree {
  return new Map([...tree].filter(([path]) => pattern.test(path)))
}

/** Returns the files of a tree whose paths do not match. */
export function without(tree: Tree, pattern: RegExp): Tree {
  return new Map([...tree].filter(([path]) => !pattern.test(path)))
}

/** Returns the source of both packages without tests and fixtures. */
export function shipped(): Tree {
  const source = new Map([...readTree('src'), ...readTree('emulator/src')])
  return without(only(source, /\.ts$/), /\.test\.ts$|\/fixtures\//)
}

/** Resolves a relative specifier from another file to the path of a file. */
export function resolved(from: string, specifier: string): string {
  const url = new URL(specifier.replace(/\.js$/, '.ts'), `file:///${from}`)
  return decodeURIComponent(url.pathname.slice(1))
}
