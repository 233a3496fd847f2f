/** The site's home page as Markdown. Its source, `site/index.md`, is mostly data for the theme. @module */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run.js'

/** Returns the text of the home page, with links like those of the other pages. */
export function homePage() {
  const source = readFileSync(join(root, 'site/index.md'), 'utf8')
  const [, data = '', about = ''] =
    /^---\n([\s\S]*?)\n---\n[\s\S]*<div class="vp-doc about">\n([\s\S]*?)\n<\/div>/.exec(source) ?? []
  const [hero = '', ...features] = data.split(/\n {2}- title: /)
  const points = features.map((feature) => {
    const title = feature.split('\n')[0]
    return `- [${title}](${fieldOf('link', feature)}): ${fieldOf('details', feature)}`
  })
  const head = `# ${fieldOf('name', hero)}\n\n${fieldOf('text', hero)}.\n\n${fieldOf('tagline', hero)}`
  const start = `Start with [the first page](/getting-started), or look into the [reference](/reference/).`
  return `${[head, start, points.join('\n'), about.trim()].join('\n\n')}\n`.replaceAll(
    /\]\(\/([^)#]*)(#[^)]*)?\)/g,
    (_, page, hash = '') => `](./${page.replace(/\/$/, '/index')}.md${hash})`,
  )
}

/** The value of the first field of this name. @param {string} name @param {string} yaml */
const fieldOf = (name, yaml) => new RegExp(`^ *${name}: (.+)$`, 'm').exec(yaml)?.[1] ?? ''
