/** Finds the language of an element, and loads the catalogue of that language from a separate chunk. @module */
import { languageTag } from './language-tag.js'
import type { Language, Messages } from './messages.js'

/** The texts in one language. */
export interface Catalogue {
  readonly messages: Messages
  /** The BCP 47 tag of the texts, such as `pt` or `pt-BR`. Numbers are formatted for this language too. */
  readonly lang: string
  /** The direction in which the language is written. */
  readonly dir: 'ltr' | 'rtl'
}

const loaders: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  pt: () => import('./pt.js'),
  ja: () => import('./ja.js'),
  ar: () => import('./ar.js'),
}

/** Shown if no catalogue can be loaded. */
export const lastWords = 'This part did not load. Check your connection, then reload.'

/** How long a catalogue may take to load, in milliseconds. */
const loadLimit = 30_000

/**
 * Loads the catalogue for a language, as {@link languageOf} returns it. If the language has no catalogue, or its
 * catalogue cannot be loaded, loads the English one. Rejects if that cannot be loaded either, or after 30 seconds.
 */
export async function loadCatalogue(language: string): Promise<Catalogue> {
  const tag = languageTag(language) ?? 'en'
  const [primary = ''] = tag.split('-')
  const name = isLanguage(primary) ? primary : 'en'
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, loadLimit)
  })
  const load = async (): Promise<Catalogue> => {
    try {
      const { messages } = await loaders[name]()
      return { messages, lang: name === primary ? tag : 'en', dir: name === 'ar' ? 'rtl' : 'ltr' }
    } catch {
      return { ...(await loaders.en()), lang: 'en', dir: 'ltr' }
    }
  }
  return Promise.race([load(), late]).finally(() => clearTimeout(timer))
}

const isLanguage = (name: string): name is Language => Object.hasOwn(loaders, name)

/**
 * Returns the `lang` of an element or of its nearest ancestor that has one, otherwise the browser's language. The text
 * comes from the page, so it need not be a BCP 47 tag.
 */
export function languageOf(element: Element): string {
  for (const at of withAncestors(element)) {
    const lang = at.getAttribute('lang')
    if (lang) return lang
  }
  return navigator.language ?? 'en'
}

/**
 * Returns the `dir` of an element or of its nearest ancestor that has one, or `undefined` if there is none or a `lang`
 * is nearer, because the page's direction is not meant for another language.
 */
export function directionOf(element: Element): string | undefined {
  for (const at of withAncestors(element)) {
    const dir = at.getAttribute('dir')
    if (dir) return dir
    if (at.getAttribute('lang')) return undefined
  }
  return undefined
}

/** Returns an element and its ancestors, the nearest first, also those of the hosts of shadow roots. */
export function withAncestors(element: Element): readonly Element[] {
  const parent = parentOf(element)
  return [element, ...(parent === null ? [] : withAncestors(parent))]
}

/** Returns an element's parent. At the top of a shadow root, this is the host. */
function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  // `instanceof` would be false for a host that another window of this origin has made.
  return 'host' in root ? (root as ShadowRoot).host : null
}
