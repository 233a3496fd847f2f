/** The HTML for a schema on the page: its type, and a list of its fields. @module */
import { refName, type SchemaObject } from '../../openapi/schema-object.js'
import { type Content, html, type Markup } from '../markup.js'

/** Returns the anchor of a named schema. */
export const schemaAnchor = (name: string): string => `schema-${name}`

/** Returns the path of the description that the page loads when the schema is opened. */
export const schemaPath = (name: string): string => `/openapi/schemas/${name}`

/** Returns the markup for a schema's type: the type's name, a link to a named schema, or the possible values. */
export function typeOf(schema: SchemaObject): Markup {
  const { $ref, type, format, pattern, items, oneOf, anyOf } = schema
  if ($ref !== undefined) {
    const name = refName($ref)
    return html`<a href="/#${schemaAnchor(name)}">${name}</a>`
  }
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
  if (schema.enum)
    return html`${join(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      ' ',
    )}`
  if (items) return html`list of ${typeOf(items)}`
  const variants = oneOf ?? anyOf
  if (variants) {
    const named = variants.map((variant) => (isVariantObject(variant) ? undefined : typeOf(variant)))
    if (named.every((one) => one !== undefined)) return html`${join(named, ' or ')}`
    return html`one of ${variants.length} variants`
  }
  const id = idTypeOf(pattern)
  if (id !== undefined) return html`<code>${id}:&lt;uuid&gt;</code>`
  const shown = type === 'object' && !schema.properties ? 'object with any fields' : (type ?? 'anything')
  return html`${shown}${format === undefined || format === 'int64' ? '' : `, ${format}`}`
}

/** Returns the fields of an object, or the variants of a union. Returns `undefined` for any other schema. */
export function fieldsOf(schema: SchemaObject): Content {
  const inner = schema.items ?? schema
  const variants = (inner.oneOf ?? inner.anyOf ?? []).filter(isVariantObject)
  if (variants.length > 0) return html`<div class="forms">${variants.map(form)}</div>`
  const { properties, required = [] } = inner
  if (!properties) return undefined
  const rows = Object.entries(properties).map(([name, field]) => row(name, field, required.includes(name)))
  return html`<ul class="fields">${rows}</ul>${notes(inner)}`
}

/**
 * Returns a collapsed section with the name of a schema. The page's script loads the description when the section is
 * opened.
 */
export function schemaRow(name: string, { description }: SchemaObject): Markup {
  return html`<details class="call" id="${schemaAnchor(name)}"><summary><h3><span class="path">${name}</span> <span class="does">${description}</span></h3></summary>
<p class="more"><a href="${schemaPath(name)}">Show ${name}</a></p></details>`
}

/** Returns the markup that the page loads for a named schema: its fields or, if it has none, its type and limits. */
export function schemaView(schema: SchemaObject): Markup {
  const fields = fieldsOf(schema)
  const limits = fields === undefined ? limitsOf(schema) : []
  return html`<div class="about"><div class="said">${fields ?? html`<p>${typeOf(schema)}</p>`}${
    limits.length === 0 ? undefined : html`<p class="limits">${limits.join(' · ')}</p>`
  }</div></div>`
}

/** Returns the list item for a field or a parameter. `words` replaces the schema's description. */
export function row(name: string, schema: SchemaObject, required: boolean, words?: string): Markup {
  const need = required ? html`<span class="needed">required</span>` : undefined
  const limits = limitsOf(schema)
  const description = words ?? schema.description
  return html`<li>
<p class="field"><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span> ${need}</p>
${description === undefined ? undefined : html`<p>${description}</p>`}
${limits.length === 0 ? undefined : html`<p class="limits">${limits.join(' · ')}</p>`}
${fieldsOf(schema)}
</li>`
}

/** Returns the limits of a schema as short phrases, such as “at most 64 characters”. */
export function limitsOf(schema: SchemaObject): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, uniqueItems } = schema
  const safe = Number.MAX_SAFE_INTEGER
  return [
    range(minimum === -safe ? undefined : minimum, maximum === safe ? undefined : maximum, ''),
    // The pattern of an id already implies its length.
    idTypeOf(pattern) === undefined
      ? range(minLength === 1 ? undefined : minLength, maxLength, ' characters')
      : undefined,
    range(minItems, maxItems, ' items'),
    pattern === undefined || idTypeOf(pattern) !== undefined ? undefined : `matches ${pattern}`,
    uniqueItems ? 'no duplicates' : undefined,
    schema.default === undefined ? undefined : `default ${String(schema.default)}`,
    ...(schema['x-also'] ?? []),
  ].filter((limit) => limit !== undefined)
}

const isVariantObject = ({ properties }: SchemaObject): boolean => properties !== undefined

const idTypeOf = (pattern: string | undefined): string | undefined =>
  /^\^([A-Za-z]+):\[0-9a-fA-F\]/.exec(pattern ?? '')?.[1]

/** Returns the section for one variant of a union. Its title is the constant that identifies the variant. */
function form(schema: SchemaObject): Markup {
  const entry = Object.entries(schema.properties ?? {}).find(([, field]) => field.const !== undefined)
  const title = entry ? html`<code>${entry[0]}</code> <code>${String(entry[1].const)}</code>` : 'Form'
  // The constant is left out of the fields, because the title already shows it.
  const { [entry?.[0] ?? '']: _, ...properties } = schema.properties ?? {}
  return html`<details class="form"><summary>${title}</summary>${fieldsOf({ ...schema, properties })}</details>`
}

/**
 * Returns sentences for the rules that concern several fields, such as “Exactly one of a, b.”, and for the rules that
 * JSON Schema cannot express.
 */
function notes({ allOf = [], not, ...schema }: SchemaObject): Content {
  const fields = (options: readonly SchemaObject[]): string =>
    options.flatMap(({ required = [] }) => required).join(', ')
  const said = [
    ...allOf.flatMap(({ anyOf, oneOf }) => [
      ...(anyOf?.every(({ required }) => required) ? [`At least one of ${fields(anyOf)}.`] : []),
      ...(anyOf && !anyOf.every(({ required }) => required)
        ? [`Requires ${fields(anyOf)} if any other field is sent.`]
        : []),
      ...(oneOf ? [`Exactly one of ${fields(oneOf)}.`] : []),
    ]),
    ...(not ? [`Not together: ${fields([not])}${constantsOf(not)}.`] : []),
    ...(schema['x-also'] ?? []).map((also) => `Also: ${also}.`),
  ]
  return said.map((note) => html`<p class="limits">${note}</p>`)
}

const constantsOf = ({ properties = {} }: SchemaObject): string =>
  Object.entries(properties)
    .map(([name, field]) => `, where ${name} is ${String(field.const)}`)
    .join('')

function range(low: number | undefined, high: number | undefined, unit: string): string | undefined {
  if (low !== undefined && high !== undefined)
    return low === high ? `${low}${unit}` : `${low} to ${high}${unit}`
  if (low !== undefined) return `at least ${low}${unit}`
  return high === undefined ? undefined : `at most ${high}${unit}`
}

const join = (items: readonly Markup[], between: string): Content =>
  items.flatMap((item, i) => (i === 0 ? [item] : [between, item]))
