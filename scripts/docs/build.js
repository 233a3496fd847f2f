/**
 * `npm run docs`: builds the documentation as a site in `site/dist`, for any static server.
 *
 * - `npm run docs` builds it for the root of an origin.
 * - `npm run docs -- --base /wallet/` builds it for a folder.
 * - `npm run docs -- --serve` also serves it on http://localhost:4173.
 * - `npm run docs -- --check` also walks through every page in a browser.
 * @module
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, run } from '../run.js'
import { serveSite, siteFaults } from './check.js'
import { allPages } from './content.js'
import { homePage } from './home.js'
import { llmsFull, llmsIndex } from './llms.js'

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    serve: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})

const site = join(root, 'site')
const content = join(site, 'content')
const dist = join(site, 'dist')
const env = { DOCS_BASE: values.base }

const pages = allPages()
await install()
assemble(pages)
await must(process.execPath, [vitepress(), 'build', site])
addTexts(pages)
if (values.check) {
  const paths = [...pages.keys()].map((page) => page.replace(/\.md$/, ''))
  const faults = await siteFaults(dist, values.base, paths)
  for (const fault of faults) console.log(fault)
  console.log(`${paths.length} pages, ${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
}
if (values.serve) console.log(`The documentation is on ${(await serveSite(dist, values.base, 4173)).url}`)

/** Installs the packages of the site if the lock file has changed. */
async function install() {
  const lock = readFileSync(join(site, 'package-lock.json'), 'utf8')
  const installed = join(site, 'node_modules/.installed')
  try {
    if (readFileSync(installed, 'utf8') === lock) return
  } catch {
    // Not installed yet.
  }
  await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  writeFileSync(installed, lock)
}

/** @param {import('./content.js').Pages} pages */
function assemble(pages) {
  rmSync(content, { recursive: true, force: true })
  for (const [page, text] of pages) {
    mkdirSync(dirname(join(content, page)), { recursive: true })
    // Pages for maintainers are found in the sidebar. A search is somebody's who builds with the library.
    const head = page.startsWith('internals/') ? '---\nsearch: false\n---\n\n' : ''
    writeFileSync(join(content, page), head + text)
  }
  cpSync(join(site, 'index.md'), join(content, 'index.md'))
  cpSync(join(root, 'docs/images'), join(content, 'public/images'), { recursive: true })
  cpSync(join(root, 'docs/architecture.svg'), join(content, 'public/architecture.svg'))
}

/**
 * Writes the text of each page beside the page, for programs that read the documentation.
 * @param {import('./content.js').Pages} pages
 */
function addTexts(pages) {
  const home = homePage()
  for (const [page, text] of pages) writeFileSync(join(dist, page), text)
  writeFileSync(join(dist, 'index.md'), home)
  writeFileSync(join(dist, 'llms.txt'), llmsIndex(pages))
  writeFileSync(join(dist, 'llms-full.txt'), llmsFull(home, pages))
}

function vitepress() {
  return createRequire(join(site, 'package.json'))
    .resolve('vitepress/package.json')
    .replace('package.json', 'bin/vitepress.js')
}

/** @param {string} command @param {readonly string[]} args */
async function must(command, args) {
  const { code } = await run(command, args, { output: 'show', cwd: site, env })
  if (code !== 0) process.exit(code)
}
