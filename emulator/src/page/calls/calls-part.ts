/** The part of the page that lists all calls and schemas. @module */
import type { OpenApiDocument } from '../../openapi/document.js'
import { html, type Markup } from '../markup.js'
import { callRow } from './call-view.js'
import type { PlacedCall } from './sample-call.js'
import { schemaRow } from './schema-view.js'

/** Returns the calls of a document, with their methods in upper case. */
export const callsOf = ({ paths }: OpenApiDocument): readonly PlacedCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): PlacedCall => ({ method: method.toUpperCase(), path, operation }),
    ),
  )

/** Returns the "Calls" part: a list of all calls and schemas, with a search field and a table of contents beside it. */
export function callsPart(document: OpenApiDocument): Markup {
  const { tags, components, info } = document
  const calls = callsOf(document)
  const schemas = Object.entries(components.schemas)
  const systems = tags.map(({ name, description }) => ({
    name,
    description,
    anchor: name.toLowerCase().replaceAll(' ', '-'),
    calls: calls.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const contents = [
    ...systems.map(({ name, anchor, calls }) => ({ name, anchor, count: calls.length })),
    { name: 'Schemas', anchor: 'schemas', count: schemas.length },
  ]
  return html`<section id="calls" class="columns" aria-labelledby="calls-title" hidden>
<div class="beside">
<h2 id="calls-title">Calls</h2>
<div id="search-field" hidden><label for="search">Search calls and schemas</label>
<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="quote, /agents, DELETE" aria-keyshortcuts="/"></div>
<p id="found" role="status"></p>
<div id="ids-field" hidden><label for="ids-account">Examples for the account of</label> <select id="ids-account"></select></div>
<nav aria-label="Calls"><ul class="contents">${contents.map(
    ({ name, anchor, count }) =>
      html`<li><a href="#${anchor}">${name}</a> <span class="count" data-count="${anchor}">${count}</span></li>`,
  )}</ul></nav>
</div>
<div class="list">
<p class="lead">${info.description} For programs: <a href="/openapi.json">openapi.json</a>, OpenAPI ${document.openapi}.</p>
<div id="no-result" class="no-result" hidden><p>No call or schema matches “<span id="sought"></span>”.</p><button type="button" id="clear-search">Clear the search</button></div>
${systems.map(
  ({ name, description, anchor, calls }) =>
    html`<section class="system" id="${anchor}" aria-labelledby="${anchor}-title"><h2 id="${anchor}-title">${name}</h2><p class="lead">${description}</p>
${calls.map((call) => callRow(call))}
</section>`,
)}
<section class="system" id="schemas" aria-labelledby="schemas-title"><h2 id="schemas-title">Schemas</h2><p class="lead">The schemas to which bodies and answers refer by name.</p>
${schemas.map(([name, schema]) => schemaRow(name, schema))}
</section>
</div>
</section>`
}
