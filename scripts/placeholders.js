/** What a maintainer has to fill in, or to correct, before the first release. @module */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.js'

/** The placeholders, each with what belongs in its place. */
export const placeholders = [
  { pattern: /maintainer\.example/, meant: 'the address of the repository, or of those who read reports' },
  { pattern: /\[fill in: [^\]]+\]/, meant: 'what a maintainer promises' },
  { pattern: /<the repository of the package>/, meant: 'the address of the repository' },
  // Each of these sentences is untrue from the first release on.
  { pattern: /\bnot (been )?published yet\b/i, meant: 'nothing, or when it was published' },
  { pattern: /\bNothing has been published yet\b/, meant: 'when the workflow ran first' },
  { pattern: /\bUntil publication\b/, meant: 'nothing' },
  { pattern: /address is not (known|public) yet\b/, meant: 'the address of the repository' },
]

/** The files that are published, or that people read in the repository. */
const folders = ['', 'docs', 'docs/internals', 'emulator', 'examples', '.github', '.github/ISSUE_TEMPLATE']

/** Reads the files by path. @returns {ReadonlyMap<string, string>} */
export function readPlaces() {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^(package\.json|.+\.(md|yml))$/.test(entry.name))
      .map(({ name }) => (folder === '' ? name : `${folder}/${name}`)),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/** Returns a line for each placeholder that is left, and for each field that a manifest lacks. @param {ReadonlyMap<string, string>} files */
export function placeholdersIn(files) {
  return [...files].flatMap(([path, text]) => [...leftIn(path, text), ...missingIn(path, text)])
}

/** @param {string} path @param {string} text */
const leftIn = (path, text) =>
  text.split('\n').flatMap((line, index) =>
    placeholders.flatMap(({ pattern, meant }) => {
      const [found] = pattern.exec(line) ?? []
      return found === undefined ? [] : [`${path}:${index + 1}: "${found}" stands for ${meant}.`]
    }),
  )

/** The fields that the registry shows, of a manifest that is published. @param {string} path @param {string} text */
function missingIn(path, text) {
  if (!/^(emulator\/)?package\.json$/.test(path)) return []
  const manifest = JSON.parse(text)
  return ['repository', 'bugs', 'homepage']
    .filter((field) => manifest[field] === undefined)
    .map((field) => `${path}: \`${field}\` is missing.`)
}
