/**
 * The page that shows the OpenAPI document to people. Without its script it still works, but has no search and no
 * copy buttons.
 * @module
 */
import type { OpenApiDocument } from '../document.js'
import { callView } from './call-view.js'
import { curlOf, type PlacedCall } from './curl.js'
import { html, type Markup } from './markup.js'
import { fieldsOf, limitsOf, schemaAnchor, typeOf } from './schema-view.js'

/** The paths of the page's own files. */
export const pageFiles = { style: '/openapi/page.css', script: '/openapi/page.js' } as const

// The tag's name is inserted into the template, because bundlers rewrite a template that contains a closing script tag.
const scriptTag = 'script'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%230a5a50'/%3E%3Cpath d='M6 4 3 8l3 4M10 4l3 4-3 4' fill='none' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E"

/** Returns the HTML of the page that shows a document. */
export function pageOf(document: OpenApiDocument): string {
  const { info, servers, tags, components } = document
  const baseUrl = servers[0]?.url ?? ''
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): PlacedCall => ({ method: method.toUpperCase(), path, operation }),
    ),
  )
  const systems = tags.map((tag) => ({
    ...tag,
    anchor: tag.name.toLowerCase().replaceAll(' ', '-'),
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}: the calls</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${pageFiles.style}">
<script src="${pageFiles.script}" defer></${scriptTag}>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<div class="title"><p class="kind">Emulator</p><h1>${info.title}</h1></div>
<p class="lead">${info.description}</p>
<dl class="facts">
<div><dt>Base address</dt><dd><code>${baseUrl}</code></dd></div>
<div><dt>Version</dt><dd><code>${info.version}</code></dd></div>
<div><dt>For programs</dt><dd><a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}</dd></div>
</dl>
</header>
<div class="columns">
<nav aria-label="Calls">
<div class="search" hidden><label for="search">Search the calls</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="quote, /agents, DELETE"></div>
<p id="found" role="status"></p>
<ul class="contents">${systems.map(({ name, anchor, calls }) => html`<li><a href="#${anchor}">${name}</a> <span class="count">${calls.length}</span></li>`)}
<li><a href="#schemas">Schemas</a> <span class="count">${Object.keys(components.schemas).length}</span></li></ul>
</nav>
<main id="calls" tabindex="-1">
${systems.map(
  ({
    name,
    description,
    anchor,
    calls,
  }) => html`<section class="system" id="${anchor}" aria-labelledby="${anchor}-title">
<h2 id="${anchor}-title">${name}</h2><p class="lead">${description}</p>
${calls.map((call) => callView(call, components.schemas, curlOf(call, baseUrl, components.schemas)))}
</section>`,
)}
<section id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title">Schemas</h2>
<p class="lead">The named parts of bodies and answers.</p>
${Object.entries(components.schemas).map(([name, schema]) => schemaView(name, schema))}
</section>
</main>
</div>
</body>
</html>
`
  return page.html
}

function schemaView(name: string, schema: OpenApiDocument['components']['schemas'][string]): Markup {
  const fields = fieldsOf(schema)
  const limits = fields === undefined ? limitsOf(schema) : []
  return html`<details class="call" id="${schemaAnchor(name)}"><summary><h3><span class="path">${name}</span> <span class="does">${
    schema.description
  }</span></h3></summary><div class="about"><div class="said">${
    fields ?? html`<p>${typeOf(schema)}</p>`
  }${limits.length === 0 ? undefined : html`<p class="limits">${limits.join(' · ')}</p>`}</div></div></details>`
}
