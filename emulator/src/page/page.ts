/**
 * The HTML of the emulator's page. The HTML contains none of the emulator's state, because any website can request it.
 * The page's script reads the state with control calls, which other origins cannot make.
 * @module
 */
import type { OpenApiDocument } from '../openapi/document.js'
import { callsPart } from './calls/calls-part.js'
import { clockPart, liveParts } from './live-parts.js'
import { html, type Markup } from './markup.js'

/** The paths of the page's own files. */
export const pageFiles = { style: '/openapi/page.css', script: '/openapi/page.js' } as const

// The tag name is inserted as a value, because bundlers rewrite a template that contains a closing script tag.
const scriptTag = 'script'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a5a50'/%3E%3Cpath d='M6 4 3 8l3 4M10 4l3 4-3 4' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E"

const head = (title: string, script?: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${pageFiles.style}">
${script}</head>
`

/**
 * Returns the HTML of the page. With `isLocal` the page can control the emulator. Otherwise it shows only the calls,
 * because control calls are answered only on a loopback host.
 */
export function pageOf(document: OpenApiDocument, isLocal: boolean): string {
  const { info, servers } = document
  const baseUrl = servers[0]?.url ?? ''
  const parts = isLocal ? liveParts : []
  const tabs = [...parts.map(([id, title]) => [id, title] as const), ['calls', 'Calls'] as const]
  const page = html`${head(`Emulator: ${info.title}`, html`<script type="module" src="${pageFiles.script}"></${scriptTag}>\n`)}<body class="emulator" data-base="${baseUrl}">
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="top">
<div class="title"><p class="kind">Emulator${isLocal ? html`<span id="playing"></span>` : undefined}</p><h1>${info.title}</h1><p class="base"><code>${baseUrl}</code></p></div>
${isLocal ? clockPart : undefined}
</div>
<nav aria-label="Parts of the page"><ul class="tabs">${tabs.map(
    ([id, title]) => html`<li><a href="#${id}">${title}<span class="badge" hidden></span></a></li>`,
  )}</ul></nav>
${isLocal ? html`<p id="trouble" role="alert" hidden>The emulator is not responding. This page tries again every second.</p>` : undefined}
</header>
<main id="main" tabindex="-1">
<noscript><p class="nothing">This page needs JavaScript. <a href="/openapi.json">openapi.json</a> describes the calls too.</p></noscript>
${parts.map(([, , content]) => content)}
${callsPart(document)}
</main>
</body>
</html>
`
  return page.html
}

/**
 * Returns a small page with the description of one call or schema. The main page's script loads the small page and
 * inserts the description. The small page can also be opened directly.
 */
export const pieceOf = (title: string, content: Markup): string =>
  html`${head(title)}<body class="emulator"><main><h1>${title}</h1>${content}<p><a href="/">All calls</a></p></main></body>
</html>
`.html
