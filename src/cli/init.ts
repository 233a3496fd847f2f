/** `init`: fills an empty or new folder with a page and a backend that use the emulator. @module */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type InitCommand, type Keys, keyDeliveries } from './arguments.js'
import { didYouMean } from './did-you-mean.js'
import type { Terminal } from './executable.js'
import { packageFile } from './package-file.js'

/** The folders of `templates/` that make up each template. */
const parts: Readonly<Record<InitCommand['template'], readonly string[]>> = {
  vanilla: ['common', 'vite', 'vanilla'],
  react: ['common', 'vite', 'shop', 'react'],
  next: ['common', 'shop', 'next'],
}

/** The folder whose files take the place of those of a template where the wallet is in a frame. */
const framed = 'framed'

/**
 * Writes the files of a template and prints the next commands. Asks which way of keys the service takes, unless an
 * option says so or nobody can answer. If the folder is not empty, rejects with an error that names one of the files in
 * it, and writes nothing.
 */
export async function runInit(
  { folder, template, place, keys: given, package: own, emulatorPackage }: InitCommand,
  version: string,
  { print, ask }: Terminal,
): Promise<void> {
  const target = resolve(folder)
  assertEmpty(folder, target)
  const keys = given ?? (await ask?.(question).then(chosen)) ?? defaultKeys
  const folders = place === 'frame' ? [...parts[template], framed] : parts[template]
  // A file of a later folder takes the place of one with its name.
  const all = folders.flatMap((part) => filesBelow(packageFile(`templates/${part}`)))
  const files = [...new Map(all.map((file) => [file.path, file])).values()]
  for (const { path, text } of files) {
    const written = join(target, path === 'gitignore' ? '.gitignore' : path)
    mkdirSync(dirname(written), { recursive: true })
    writeFileSync(
      written,
      path === 'package.json'
        ? manifestOf(text, target, { own: own ?? version, emulator: emulatorPackage ?? version })
        : path === 'keys.ts'
          ? text.replace(/(?<=keyDelivery: .+ = )'sealed'/, `'${keys}'`)
          : text,
    )
  }
  print(`Wrote ${files.length} files to ${target}:`)
  for (const { path } of files) print(`  ${path === 'gitignore' ? '.gitignore' : path}`)
  print(
    `The wallet's keys are ${keys}${(given ?? ask) ? '' : ', because --keys was not given'}. ${next[keys]}`,
  )
  print('Next:')
  if (target !== resolve('.')) print(`  cd ${relative('.', target)}`)
  print('  npm install')
  print('  npm start')
  print('Then open http://localhost:3000 and sign in. The sign-in code is printed in the terminal.')
}

const defaultKeys: Keys = 'sealed'

/** What to do about the keys when the project meets a service. */
const next: Readonly<Record<Keys, string>> = {
  sealed: "If your service takes only encrypted codes, set keyDelivery in keys.ts to 'client-held'.",
  'client-held': 'With a service, set OTP_SIGNER to the key that its operator names.',
}

const question = `How does your service give sessions their keys?
  sealed       it makes each key and seals it to the page, and codes travel as plain text
  client-held  the page makes each key, and codes are encrypted to the service
If its API description has otpEncryptionTargetBundle, choose client-held. keys.ts has the choice, and can be changed.
${keyDeliveries.join(' or ')} (${defaultKeys}): `

/** Reads an answer. Nothing means the default. Throws for anything else that is not a choice. */
function chosen(answer: string): Keys {
  const found = keyDeliveries.find((each) => each === (answer || defaultKeys))
  if (found === undefined)
    throw new Error(
      `"${answer}" is neither ${keyDeliveries.join(' nor ')}. Nothing was written.${didYouMean(answer, keyDeliveries)}`,
    )
  return found
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
