/** The HTML for a call on the page: its inputs, its answers, and a form that sends it. @module */
import type { ContentObject, OperationObject, ParameterObject } from '../../openapi/operation.js'
import { refName, type SchemaObject } from '../../openapi/schema-object.js'
import { curlLine } from '../browser/curl-line.js'
import { type Content, html, type Markup } from '../markup.js'
import { type PlacedCall, type Sample, type SampleField, sampleCall, sampleOf } from './sample-call.js'
import { fieldsOf, row, typeOf } from './schema-view.js'

/** Returns the path of the description that the page loads when the call is opened. */
export const callPath = (operationId: string): string => `/openapi/calls/${operationId}`

const places = [
  ['path', 'Path'],
  ['query', 'Query'],
  ['header', 'Headers'],
] as const

/**
 * Returns a collapsed section with the name of a call. The page's script loads the description when the section is
 * opened.
 */
export function callRow({ method, path, operation: { operationId, summary } }: PlacedCall): Markup {
  return html`<details class="call" id="${operationId}"><summary>${title(method, path, summary)}</summary>
<p class="more"><a href="${callPath(operationId)}">Show ${operationId}</a></p></details>`
}

const title = (method: string, path: string, summary: string): Markup =>
  html`<span class="method ${method.toLowerCase()}">${method}</span><h3><span class="path">${breakable(path)}</span> <span class="does">${summary}</span></h3>`

/**
 * Returns the description of a call: its inputs, its answers, and a form that sends it. `components` are the named
 * schemas.
 */
export function callView(
  call: PlacedCall,
  components: Readonly<Record<string, SchemaObject>>,
  baseUrl: string,
): Markup {
  const { operationId, parameters = [], requestBody, responses } = call.operation
  return html`<div class="about">
<div class="said">
<p class="meta"><code>${operationId}</code> ${authentication(call.operation)} <a href="/#${operationId}">Link to this call</a></p>
${places.map(([place, title]) => parameterList(title, parameters, place))}
${requestBody ? body(requestBody, components) : undefined}
<h4>Answers</h4>
<ul class="fields">${Object.entries(responses).map(([status, response]) => answer(status, response))}</ul>
</div>
${tryView(call, sampleOf(call, components), baseUrl)}
</div>`
}

function parameterList(
  title: string,
  all: readonly ParameterObject[],
  place: ParameterObject['in'],
): Content {
  const here = all.filter((parameter) => parameter.in === place)
  if (here.length === 0) return undefined
  return html`<h4>${title}</h4><ul class="fields">${here.map(({ name, schema, required, description }) =>
    row(name, schema, required === true, description),
  )}</ul>`
}

/**
 * Returns the fields of a call's body. They are listed even if the schema has a name, so that readers need not look up
 * the schema.
 */
function body(
  { content = {}, required }: ContentObject,
  components: Readonly<Record<string, SchemaObject>>,
): Content {
  return Object.entries(content).map(([type, { schema }]) => {
    const { $ref } = schema
    const shown = $ref === undefined ? schema : (components[refName($ref)] ?? schema)
    const name = $ref === undefined ? undefined : html` ${typeOf(schema)}`
    return html`<h4>Body</h4><p class="meta"><code>${type}</code>${name}${required === false ? html` <span>may be left out</span>` : undefined}</p>${fieldsOf(shown)}`
  })
}

function answer(status: string, response: OperationObject['responses'][string]): Markup {
  if ('$ref' in response) {
    const [words, schema] = shared[refName(response.$ref.replace('/responses/', '/schemas/'))] ?? [
      '',
      'Error',
    ]
    return html`<li><p class="field"><code class="status">${status}</code> <a href="/#schema-${schema}">${schema}</a></p><p>${words}</p></li>`
  }
  const schema = response.content?.['application/json']?.schema
  if (Number(status) >= 400) {
    return html`<li><p class="field"><code class="status">${status}</code> <a href="/#schema-Error">Error</a></p><p>${response.description}</p></li>`
  }
  return html`<li><p class="field"><code class="status">${status}</code> <span class="type">${
    schema ? typeOf(schema) : 'no content'
  }</span></p>${schema?.$ref === undefined && schema ? fieldsOf(schema) : undefined}</li>`
}

/** The answers that many calls share: the description, and the name of the schema. */
const shared: Readonly<Record<string, readonly [string, string]>> = {
  SignedRequestChallenge: [
    'Sign payloadToSign, then send the same request again with the signature and the request id in headers.',
    'SignedRequestChallenge',
  ],
}

function authentication({ security }: OperationObject): string {
  if (security.some((way) => 'basic' in way)) return 'Basic: API token'
  return security.some((way) => 'bearer' in way) ? "Bearer: an agent's access token" : 'No authentication'
}

/** Allows a line break before each slash of a path. */
const breakable = (path: string): Content =>
  path.split(/(?=\/)/).map((part, i) => (i === 0 ? part : html`<wbr>${part}`))

/**
 * Returns the form and the command. The form is hidden until the page's script shows it, which happens only if the page
 * can control the emulator.
 */
function tryView(call: PlacedCall, sample: Sample, baseUrl: string): Markup {
  const { method, path, operation } = call
  const { fields, auth, bodies } = sample
  const isForm = fields.some((field) => field.in === 'form')
  const [first] = bodies
  const id = operation.operationId
  return html`<div class="try">
<form class="send" data-method="${method}" data-path="${path}" data-auth="${auth}" aria-label="Send ${id}" novalidate hidden>
${fields.filter(({ value }) => value !== '').map((field) => input(field))}
${auth === 'bearer' ? html`<label class="entry"><span>Access token</span> <input data-in="token" autocomplete="off" spellcheck="false"></label>` : undefined}
${bodies.length > 1 ? html`<label class="entry"><span>Example</span> <select>${bodies.map(([name, json]) => html`<option value="${json}">${name}</option>`)}</select></label>` : undefined}
${
  first === undefined
    ? undefined
    : html`<label class="entry"><span>Body</span> <textarea rows="${Math.min(16, Math.max(3, first[1].split('\n').length))}" spellcheck="false" autocomplete="off">
${first[1]}</textarea></label>`
}
${optional(fields)}
${isForm ? html`<p class="soft">The page cannot attach a file. Use the curl command instead.</p>` : html`<p><button type="submit" class="primary">Send</button></p>`}
<p class="problem" role="alert"></p>
<p class="outcome" role="status"></p>
<div class="result"></div>
</form>
<div class="curl"><div class="bar"><h4>curl</h4><button type="button" class="copy" aria-label="Copy the command">Copy</button></div><pre><code>${curlLine(sampleCall(call, sample, baseUrl))}</code></pre></div>
</div>`
}

const input = ({ name, in: place, value }: SampleField): Markup =>
  html`<label class="entry"><span><code>${name}</code></span> <input data-in="${place}" data-name="${name}" value="${value}" autocomplete="off" spellcheck="false"></label>`

function optional(fields: readonly SampleField[]): Content {
  const rest = fields.filter(({ value }) => value === '')
  if (rest.length === 0) return undefined
  return html`<details class="form"><summary><span>${rest.length === 1 ? 'One more parameter' : `${rest.length} more parameters`}</span></summary>${rest.map((field) => input(field))}</details>`
}
