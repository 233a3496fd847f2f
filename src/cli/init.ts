/** `init`: fills an empty or new folder with a page and a backend that use the emulator. @module */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { InitCommand } from './arguments.js'
import type { Terminal } from './executable.js'
import { packageFile } from './package-file.js'

/** The folders of `templates/` that make up each template. */
const parts: Readonly<Record<InitCommand['template'], readonly string[]>> = {
  vanilla: ['common', 'vite', 'vanilla'],
  react: ['common', 'vite', 'react'],
  next: ['common', 'next'],
}

/**
 * Writes the files of a template and prints the next commands. If the folder is not empty, throws an error that names
 * one of the files in it, and writes nothing.
 */
export function runInit(
  { folder, template, package: own, emulatorPackage }: InitCommand,
  version: string,
  { print }: Terminal,
): void {
  const target = resolve(folder)
  assertEmpty(folder, target)
  const files = parts[template].flatMap((part) => filesBelow(packageFile(`templates/${part}`)))
  for (const { path, text } of files) {
    const place = join(target, path === 'gitignore' ? '.gitignore' : path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(
      place,
      path === 'package.json'
        ? manifestOf(text, target, { own: own ?? version, emulator: emulatorPackage ?? version })
        : text,
    )
  }
  print(`Wrote ${files.length} files to ${target}:`)
  for (const { path } of files) print(`  ${path === 'gitignore' ? '.gitignore' : path}`)
  print('Next:')
  if (target !== resolve('.')) print(`  cd ${relative('.', target)}`)
  print('  npm install')
  print('  npm start')
  print('Then open http://localhost:3000 and sign in. The sign-in code is printed in the terminal.')
}

function assertEmpty(folder: string, target: string): void {
  if (!existsSync(target)) return
  if (!statSync(target).isDirectory()) throw new Error(`${folder} is a file. Choose an empty or new folder.`)
  // A folder that contains only `.git` counts as empty.
  const found = readdirSync(target).find((name) => name !== '.git')
  if (found !== undefined) {
    throw new Error(`${folder} is not empty: it contains ${found}. Choose an empty or new folder.`)
  }
}

function filesBelow(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

/** The template's `package.json`, with a name and both packages. A path is made relative to the new folder. */
function manifestOf(
  text: string,
  target: string,
  specs: { readonly own: string; readonly emulator: string },
): string {
  const manifest: { readonly dependencies: object; readonly devDependencies?: object } = JSON.parse(text)
  const from = (spec: string): string =>
    existsSync(spec) ? `file:${relative(target, spec).replaceAll('\\', '/')}` : spec
  const name = basename(target)
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const made = {
    name: name || 'wallet',
    ...manifest,
    dependencies: { 'embedded-wallet-auth': from(specs.own), ...manifest.dependencies },
    devDependencies: {
      'embedded-wallet-auth-emulator': from(specs.emulator),
      ...manifest.devDependencies,
    },
  }
  return `${JSON.stringify(made, null, 2)}\n`
}
