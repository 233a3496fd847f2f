/**
 * The pages of the reference: one for each public door, two more for the types and errors of the main door, and one for
 * the inputs of the client's calls.
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.js'
import { clientInputs, inputsPage } from './client-inputs.js'
import { publicReference } from './reference.js'

/** @typedef {import('./reference.js').Door} Door */
/** @typedef {import('./reference.js').Export} Export */
/** @typedef {import('./reference.js').Member} Member */

const main = 'embedded-wallet-auth'

/**
 * Returns the pages, by their path below the site's root, with `.md`.
 *
 * @param {ReturnType<typeof publicReference>} [reference]
 * @param {ReturnType<typeof clientInputs>} [inputs]
 * @returns {ReadonlyMap<string, string>}
 */
export function referencePages({ doors, calls } = publicReference(), inputs = clientInputs()) {
  const parts = doors.flatMap((door) => partsOf(door))
  const places = placesOf(parts)
  /** @type {[string, string][]} */
  const pages = parts.map((part) => {
    const link = linker(places, part)
    const body = part.exports.map((one) => exported(one, link)).join('\n')
    const table = part.page === 'client' ? callTable(calls) : ''
    return [`reference/${part.page}.md`, `# ${part.title}\n\n${part.about}\n\n${table}${body}`]
  })
  return new Map([
    ['reference/index.md', overview(parts)],
    ...pages,
    ['reference/client-inputs.md', inputsPage(inputs)],
    ['reference/cli.md', executable()],
  ])
}

/** @typedef {Door & { readonly page: string, readonly title: string }} Part */

/** @param {Door} door @returns {readonly Part[]} */
function partsOf(door) {
  // Pages are named after the last part: `/client` is `client`, and `embedded-wallet-auth-emulator` is `emulator`.
  const page = door.name.split(/[/-]/).at(-1) ?? ''
  if (door.name !== main) return [{ ...door, page, title: door.name }]
  const isError = (/** @type {Export} */ { name }) =>
    /Error(Code|Kind)?$|^ErrorKind$|^Fault$|^isWalletError$/.test(name)
  const acts = (/** @type {Export} */ { name, kind, members }) =>
    kind === 'function' || /Options$|Settings$|Ports$/.test(name) || members.some(({ isMethod }) => isMethod)
  const errors = door.exports.filter(isError)
  const functions = door.exports.filter((one) => acts(one) && !isError(one))
  const types = door.exports.filter((one) => !functions.includes(one) && !errors.includes(one))
  return [
    {
      ...door,
      page: 'wallet',
      title: `${main}: wallet`,
      exports: first(
        functions,
        'createWallet',
        'WalletOptions',
        'Wallet',
        'Credentials',
        'Sessions',
        'Signer',
      ),
    },
    {
      ...door,
      page: 'types',
      title: `${main}: state and types`,
      about: 'What the wallet’s calls take and return, and what its state contains.',
      exports: first(types, 'WalletState', 'SessionState', 'SessionInfo', 'FlowState'),
    },
    {
      ...door,
      page: 'error-types',
      title: `${main}: error types`,
      about:
        'The classes and codes of errors. [Errors](../errors.md) says what each code means and what an app does about it.',
      exports: errors,
    },
  ]
}

/** @param {readonly Export[]} exports @param {...string} names */
function first(exports, ...names) {
  const front = names.flatMap((name) => exports.filter((one) => one.name === name))
  return [...front, ...exports.filter((one) => !front.includes(one))]
}

/** @param {string} name */
const anchor = (name) => name

/** @param {readonly Part[]} parts @returns {ReadonlyMap<string, readonly Part[]>} */
const placesOf = (parts) =>
  new Map(
    parts
      .flatMap(({ exports }) => exports)
      .map(({ name }) => [name, parts.filter((part) => part.exports.some((one) => one.name === name))]),
  )

/**
 * Turns `{@link Name}` or `{@link Name.member}` into a link to that name on this page, or else on the first page that
 * has it.
 */
const linker = (/** @type {ReadonlyMap<string, readonly Part[]>} */ places, /** @type {Part} */ part) => {
  const to = (/** @type {string} */ name, /** @type {string} */ member) => {
    const found = places.get(name) ?? []
    const page = found.includes(part) ? '' : found[0]?.page
    return page === undefined
      ? `\`${name}${member}\``
      : `[\`${name}${member}\`](${page === '' ? '' : `./${page}.md`}#${anchor(name)})`
  }
  return (/** @type {string} */ text) =>
    safe(text.replaceAll(/\{@link\s+(\w+)((?:\.\w+)*)\s*\}/g, (_, name, member) => to(name, member)))
}

/** Escapes angle brackets outside code, because they would be read as elements. @param {string} text */
const safe = (text) => text.replaceAll(/`[^`]*`|</g, (found) => (found === '<' ? '&lt;' : found))

/** @param {Export} one @param {(text: string) => string} link */
function exported({ name, kind, code, doc, members, hidden }, link) {
  const isCall = kind === 'function'
  const lines = [`## ${name}${isCall ? '()' : ''} {#${anchor(name)}}`, '', link(doc.text), '']
  lines.push('```ts', [code, ...hidden].join('\n\n'), '```', '')
  lines.push(...doc.throws.map((text) => `Throws ${link(text)}.\n`))
  lines.push(...doc.examples.flatMap((text) => ['For example:', '', '```ts', text, '```', '']))
  const told = members.filter(({ doc }) => doc.text !== '')
  const headed =
    kind !== 'class' &&
    (/(Options|Settings|Ports|Props)$/.test(name) || told.some(({ isMethod }) => isMethod))
  lines.push(
    ...told.flatMap((member) =>
      headed ? heading(name, member, link) : [`- ${short(member)}: ${link(member.doc.text)}`],
    ),
  )
  return [...lines, ''].join('\n')
}

/** @param {string} owner @param {Member} member @param {(text: string) => string} link */
function heading(owner, { name, type, optional, isMethod, doc }, link) {
  return [
    `### ${owner}.${name} {#${anchor(`${owner}-${name.replaceAll(/\W/g, '')}`)}}`,
    '',
    '```ts',
    isMethod && type.startsWith(name) ? type : `${name}${optional ? '?' : ''}: ${type}`,
    '```',
    '',
    link(doc.text),
    '',
    ...doc.throws.map((text) => `Throws ${link(text)}.\n`),
    ...doc.examples.flatMap((text) => ['```ts', text, '```', '']),
  ]
}

/** @param {Member} member */
const short = ({ name, type, optional }) => {
  const line = type.replaceAll(/\s+/g, ' ')
  const text =
    type === `'${name}'`
      ? name
      : `${name}${optional ? '?' : ''}: ${line.length > 70 ? `${line.slice(0, 67)}…` : line}`
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}

/** @param {ReturnType<typeof publicReference>['calls']} calls */
function callTable(calls) {
  const rows = calls.map(
    ({ operation, request, about }) =>
      `| [\`${operation}()\`](./client-inputs.md#${anchor(operation)}) | \`${request}\` | ${safe(about.split('. ')[0] ?? '')} |`,
  )
  return `A [\`Client\`](#Client) has a method for each call of the interface:\n\n| Method | Request | |\n| --- | --- | --- |\n${rows.join('\n')}\n\n`
}

/** Returns the page of the executable, with the text that `--help` prints. */
function executable() {
  const source = readFileSync(join(root, 'src/cli/help.ts'), 'utf8')
  const texts = [...source.matchAll(/`(Usage: [^`]*)`/g)].map(([, text = '']) => text)
  if (texts.length < 2) throw new Error('src/cli/help.ts has no texts')
  // The overview is the last one in the file.
  const usage = [texts.at(-1), ...texts.slice(0, -1)].join('\n\n')
  return `# The executable\n\n\`npx embedded-wallet-auth-emulator\` runs the [emulator](../emulator.md) on a port, for a platform in any language; \`init\` writes [a new project](../getting-started.md#a-new-project), and \`check-backend\` [checks a backend](../diagnose.md#the-backend-from-a-terminal).\n\n\`\`\`\n${usage}\n\`\`\`\n`
}

/** @param {readonly Part[]} parts */
function overview(parts) {
  const lists = parts.map(({ page, title, about, exports }) => {
    const names = exports.map(
      ({ name, kind }) => `[\`${name}${kind === 'function' ? '()' : ''}\`](./${page}.md#${anchor(name)})`,
    )
    return `## [${title}](./${page}.md)\n\n${about}\n\n${names.join(' · ')}\n`
  })
  return `# Reference\n\nEverything that the package exports, made from the comments in its source. [Errors](../errors.md) lists every error code.\n\n${lists.join('\n')}`
}
