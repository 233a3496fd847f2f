/** What VitePress makes of the pages that `npm run docs` has put together in `content/`. @module */
import { renderMermaidSVG } from 'beautiful-mermaid'
import { defineConfig } from 'vitepress'
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
  })
  const offline = svg
    .replaceAll(/@import url\([^)]*\);?/g, '')
    .replaceAll(/font-family:[^;}"]*/g, 'font-family:inherit')
  // As text, because the compiler of the page leaves out the style sheet of an element.
  const html = JSON.stringify(offline).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return `<div class="diagram" role="img" tabindex="0" aria-label="Diagram: ${about}" v-html="${html}"></div>\n`
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
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      const fence = markdown.renderer.rules.fence
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index]
        if (token.info.trim() !== 'mermaid') return fence(tokens, index, ...rest)
        const heading = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open')
        const about = heading === undefined ? '' : (tokens[tokens.indexOf(heading) + 1]?.content ?? '')
        return drawn(token.content, about.replaceAll(/["`<>&]/g, ''))
      }
      // A wide table scrolls by itself, also with the keys.
      markdown.renderer.rules.table_open = () =>
        '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n'
      // A heading without words heads nothing.
      markdown.renderer.rules.th_open = (tokens, index, options, _env, self) => {
        if (tokens[index + 1]?.content === '') for (const at of [index, index + 2]) tokens[at].tag = 'td'
        return self.renderToken(tokens, index, options)
      }
      markdown.renderer.rules.table_close = () => '</table></div>\n'
    },
  },
  themeConfig: {
    outline: { level: [2, 3], label: 'On this page' },
    nav: [
      { text: 'Start', link: '/getting-started' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Security', link: '/threat-model' },
      { text: 'Errors', link: '/errors' },
    ],
    sidebar: navigation.map(({ title, pages }) => ({
      text: title,
      items: pages.map(({ page, title }) => ({ text: title, link: `/${page.replace(/index$/, '')}` })),
    })),
    search: { provider: 'local', options: { detailedView: true } },
  },
})
