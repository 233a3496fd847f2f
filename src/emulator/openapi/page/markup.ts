/** HTML templates: every inserted value is escaped, unless it was made by a template. @module */

/** A piece of HTML. */
export interface Markup {
  readonly html: string
}

/** What can be put into a piece of HTML: text, other pieces, or nothing. */
export type Content = Markup | string | number | undefined | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Joins HTML. Values are escaped; attributes have to be quoted.
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
