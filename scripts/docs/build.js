/**
 * `npm run docs`: builds the documentation as a site in `site/dist`, for any static server.
 *
 * - `npm run docs -- --base /wallet/` builds it for a folder instead of the root of an origin.
 * - `npm run docs -- --serve` also serves it on http://localhost:4173.
 * - `npm run docs -- --check` also looks at every page in a browser.
 * @module
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { preview } from 'vite'
import { must, root, run } from '../run.js'
import { siteFaults } from './check.js'
import { writtenPages } from './content.js'

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/' },
    serve: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
})

const site = join(root, 'site')
const content = join(site, 'content')

if ((await run('npm', ['ls', '--all'], { cwd: site })).code !== 0)
  await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], site)
assemble()
await must('npx', ['typedoc', '--options', '.vitepress/typedoc.js'], site)
console.log(await must('npx', ['vitepress', 'build'], site, { DOCS_BASE: values.base }))

if (values.serve || values.check) {
  const server = await preview({
    root: site,
    base: values.base,
    configFile: false,
    appType: 'mpa',
    preview: { port: 4173, strictPort: values.serve },
  })
  const url = server.resolvedUrls?.local[0] ?? ''
  if (values.check) {
    const faults = await siteFaults(url)
    for (const fault of faults) console.log(fault)
    console.log(`${faults.length} faults`)
    if (faults.length > 0) process.exitCode = 1
  }
  if (values.serve) console.log(`The documentation is on ${url}`)
  else await server.close()
}

function assemble() {
  rmSync(content, { recursive: true, force: true })
  for (const [page, text] of writtenPages()) {
    mkdirSync(dirname(join(content, page)), { recursive: true })
    // Pages for maintainers are found in the sidebar. A search is somebody's who builds with the library.
    const head = page.startsWith('internals/') ? '---\nsearch: false\n---\n\n' : ''
    writeFileSync(join(content, page), head + text)
  }
  cpSync(join(site, 'index.md'), join(content, 'index.md'))
  cpSync(join(root, 'docs/images'), join(content, 'public/images'), { recursive: true })
  cpSync(join(root, 'docs/architecture.svg'), join(content, 'public/architecture.svg'))
}
