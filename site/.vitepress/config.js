/** What VitePress makes of the pages that `npm run docs` has put together in `content/`. @module */
import { readFileSync } from 'node:fs'
import { renderMermaidSVG } from 'beautiful-mermaid'
import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { navigation } from '../../scripts/docs/navigation.js'

const title = 'embedded-wallet-auth'

/** The anchors of the usual renderers of Markdown, which the links between the pages are checked against. */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

/** A diagram as a picture that follows the colours of the page and loads nothing. */
const drawn = (diagram, about) => {
  const svg = renderMermaidSVG(diagram, {
    bg: 'var(--vp-c-bg)',
    fg: 'var(--vp-c-text-1)',
    muted: 'var(--vp-c-text-2)',
    line: 'var(--vp-c-text-3)',
    transparent: true,
  })
  const width = widthOf(svg)
  const offline = svg
    .replace(/viewBox="0 0 [\d.]+/, `viewBox="0 0 ${width}`)
    .replace(/ width="[\d.]+" height="[\d.]+"/, '')
    // A label fits its box in every font.
    .replaceAll(
      /( width="([\d.]+)"[^>]*>\s*<text) ([^>]*font-size="11"[^>]*>[^<]{12,}<)/g,
      (_, box, room, rest) =>
        `${box} textLength="${(room - 12).toFixed(1)}" lengthAdjust="spacingAndGlyphs" ${rest}`,
    )
    .replaceAll(/@import url\([^)]*\);?/g, '')
    .replaceAll(/font-family:[^;}"]*/g, 'font-family:inherit')
  return inPage(offline, width, `Diagram: ${about}`)
}

const inPage = (svg, width, label) => {
  // As text, because the compiler of the page leaves out the style sheet of an element.
  const html = JSON.stringify(svg).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const picture = `<div class="diagram" role="img" tabindex="0" aria-label="${label}" v-html="${html}"></div>`
  return `<div class="drawing" style="--drawn: ${width}px">${picture}</div>\n`
}

/** The width that the widest label needs in a wide font. The renderer measures for a narrow one. */
const widthOf = (svg) => {
  const ends = [...svg.matchAll(/<text x="([\d.]+)"[^>]*text-anchor="(start|middle)"[^>]*>([^<]*)</g)].map(
    ([, x, anchor, label]) => Number(x) + label.length * (anchor === 'start' ? 7 : 3.5) + 8,
  )
  return Math.ceil(Math.max(Number(/width="([\d.]+)"/.exec(svg)?.[1]), ...ends))
}

export default defineConfig({
  title,
  description:
    'Sign people in to embedded wallets from a web page, and keep the session key as a browser key that cannot be exported.',
  lang: 'en',
  base: process.env.DOCS_BASE ?? '/',
  // No request for an icon that is not there.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  srcDir: 'content',
  outDir: 'dist',
  cacheDir: 'node_modules/.cache/vitepress',
  metaChunk: true,
  // Beside the pages, their text for programs that read the documentation.
  vite: {
    plugins: [llmstxt({ excludeIndexPage: false, ignoreFilesPerOutput: { llmsFullTxt: ['internals/**'] } })],
  },
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      const fence = markdown.renderer.rules.fence
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index]
        if (token.info.trim() !== 'mermaid') {
          const html = fence(tokens, index, ...rest)
          // One long line, such as a header, wraps: nothing is lost by it.
          return /^.{91,}\n$/.test(token.content)
            ? html.replace('<div class="', '<div class="one-line ')
            : html
        }
        const heading = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open')
        const about = heading === undefined ? '' : (tokens[tokens.indexOf(heading) + 1]?.content ?? '')
        return drawn(token.content, about.replaceAll(/["`<>&]/g, ''))
      }
      markdown.core.ruler.push('members', ({ tokens, Token }) => {
        for (const [at, { type, children }] of tokens.entries()) {
          if (type !== 'inline' || tokens[at - 1]?.type !== 'heading_open') continue
          // A long name breaks between its words.
          if (!/^\w{18,}$/.test(children[0]?.content)) continue
          const words = children[0].content.split(/(?<=[a-z])(?=[A-Z])/)
          children[0] = new Token('html_inline', '', 0)
          children[0].content = words.join('<wbr>')
        }
      })
      // A drawing is part of the page, so that it follows the page's colours.
      markdown.core.ruler.push('drawings', ({ tokens, Token }) => {
        for (const [at, { type, children }] of tokens.entries()) {
          const image = type === 'inline' && children.length === 1 ? children[0] : undefined
          if (image?.type !== 'image' || !image.attrGet('src').endsWith('.svg')) continue
          const svg = readFileSync(new URL(`../../docs${image.attrGet('src')}`, import.meta.url), 'utf8')
          const block = new Token('html_block', '', 0)
          block.content = inPage(svg, 680, image.content)
          tokens.splice(at - 1, 3, block)
        }
      })
      // A line of a checklist begins with its box.
      markdown.core.ruler.push('tasks', ({ tokens }) => {
        for (const [at, { type, children }] of tokens.entries()) {
          if (type !== 'inline' || tokens[at - 2]?.type !== 'list_item_open') continue
          if (!children[0]?.content.startsWith('[ ] ')) continue
          tokens[at - 2].attrSet('class', 'task')
          children[0].content = `☐ ${children[0].content.slice(4)}`
        }
      })
      // On a narrow page each cell stands below the other and says its column.
      markdown.core.ruler.push('columns', ({ tokens }) => {
        let columns = []
        let column = 0
        for (const [at, token] of tokens.entries()) {
          if (token.type === 'thead_open') columns = []
          if (token.type === 'tr_open') column = 0
          if (token.type === 'th_open') columns.push(tokens[at + 1].content.replaceAll('`', ''))
          if (token.type !== 'td_open') continue
          const name = columns[column++] ?? ''
          // A figure stays with its unit.
          if (/^(≤ )?[\d.,]+( (ms|s|KiB|B|%))?( \([\d.]+–[\d.]+\))?$/.test(tokens[at + 1].content))
            token.attrSet('class', 'figure')
          // What a cell is that explains the others shows by itself.
          if (name !== '' && !name.startsWith('What ')) token.attrSet('data-column', name)
        }
      })
      // A key or a signature in a table may break anywhere, a path at its slashes, a long code
      // at its underscores, and an option not at its dashes.
      const code = markdown.renderer.rules.code_inline
      markdown.renderer.rules.code_inline = (tokens, index, ...rest) => {
        const { content } = tokens[index]
        if (/[^\s/]{48}/.test(content)) tokens[index].attrSet('class', 'long')
        if (content.length <= 24 && content.includes('-')) tokens[index].attrSet('class', 'whole')
        const breaks =
          content.length > 24 ? /(?<=[\w}])[/_](?=[{\w][^<>]*<)/g : /(?<=[\w}])\/(?=[{\w][^<>]*<)/g
        return code(tokens, index, ...rest).replaceAll(breaks, '$&<wbr>')
      }
      // A wide table scrolls by itself, also with the keys.
      markdown.renderer.rules.table_open = (tokens, index) => {
        const columns = tokens
          .slice(
            index,
            tokens.findIndex(({ type }, at) => at > index && type === 'thead_close'),
          )
          .filter(({ type }) => type === 'th_open').length
        const look = columns > 5 ? 'table many' : 'table'
        return `<div class="${look}" role="group" aria-label="Table" tabindex="0"><table>\n`
      }
      // A heading without words heads nothing.
      markdown.renderer.rules.th_open = (tokens, index, options, _env, self) => {
        if (tokens[index + 1]?.content === '') for (const at of [index, index + 2]) tokens[at].tag = 'td'
        return self.renderToken(tokens, index, options)
      }
      markdown.renderer.rules.table_close = () => '</table></div>\n'
    },
  },
  themeConfig: {
    notFound: {
      title: 'This page does not exist',
      quote: 'It may have moved. Search for it, or begin at the start.',
      linkLabel: 'Go to the start',
      linkText: 'Go to the start',
    },
    outline: { level: [2, 3], label: 'On this page' },
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Security', link: '/threat-model' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: Object.entries(navigation).map(([title, pages]) => ({
      text: title,
      items: Object.entries(pages).map(([page, title]) => ({
        text: title,
        link: `/${page.replace(/index$/, '')}`,
      })),
    })),
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: {
          searchOptions: {
            // Pages come before the members of the reference, which are short and so match better. The search reads a
            // code such as STEP_UP_REQUIRED as three common words, and its entry is in a long section.
            boostDocument: (id) =>
              id.includes('/reference/')
                ? 0.25
                : id.includes('/changelog')
                  ? 0.5
                  : id.includes('/error-codes.')
                    ? 1.2
                    : 1,
          },
        },
      },
    },
  },
})
