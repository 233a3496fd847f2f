/** HTML templates. Every inserted value is escaped, unless it is itself the result of a template. @module */

/** A piece of HTML. */
export interface Markup {
  readonly html: string
}

/** The values that can be inserted into a template: text, other pieces of HTML, or nothing. */
export type Content = Markup | string | number | undefined | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Creates a piece of HTML. Inserted values are escaped. In the template, attribute values must be quoted, because
 * escaping cannot protect an unquoted value.
 *
 * @example
 * html`<p title="${title}">${text}</p>`
 */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return { html: parts.map((part, i) => part + textOf(values[i])).join('') }
}

function textOf(content: Content): string {
  if (content === undefined) return ''
  if (typeof content === 'string' || typeof content === 'number') {
    return String(content).replaceAll(/[&<>"']/g, (char) => entities[char] ?? '')
  }
  return 'html' in content ? content.html : content.map(textOf).join('')
}
