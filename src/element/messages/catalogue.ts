/** Finds the language of an element and loads its catalogue, each of which is a chunk of its own. @module */
import { messages as en } from './en.js'
import type { Language, Messages } from './messages.js'

/** Texts in a language, and how that language is written. */
export interface Catalogue {
  readonly messages: Messages
  /** BCP 47, such as `pt` or `pt-BR`: for the texts and for numbers. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

const loaders: Readonly<Record<Exclude<Language, 'en'>, () => Promise<{ readonly messages: Messages }>>> = {
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  pt: () => import('./pt.js'),
  ja: () => import('./ja.js'),
  ar: () => import('./ar.js'),
}

/** How long words may take to load before English ones are shown, in milliseconds. */
const patience = 3_000

/** English, which is always there. */
export const english: Catalogue = { messages: en, lang: 'en', dir: 'ltr' }

/** The tag of the catalogue for a language, such as `pt-BR`, or `en` if there is none for it. */
export function supported(tag: string): string {
  const [primary = ''] = tag.toLowerCase().split('-')
  return Object.hasOwn(loaders, primary) || primary === 'en' ? tag : 'en'
}

/**
 * Loads the catalogue for a language. Never rejects: if there is none, or if it cannot be loaded in time, the texts are
 * in English, and the next call tries again.
 */
export async function loadCatalogue(tag: string): Promise<Catalogue> {
  const lang = supported(tag)
  const [primary = ''] = lang.toLowerCase().split('-')
  if (primary === 'en') return { ...english, lang }
  try {
    // `supported` has found it in the table.
    const loading = loaders[primary as keyof typeof loaders]()
    const { messages } = await Promise.race([loading, late()])
    return { messages, lang, dir: primary === 'ar' ? 'rtl' : 'ltr' }
  } catch {
    return english
  }
}

const late = (): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error('The catalogue is late.')), patience))

/** The language that an element is in: its own `lang`, that of its nearest ancestor, or the browser's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = parentOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang) return lang
  }
  return navigator.language ?? 'en'
}

/** Goes up through shadow roots. */
function parentOf(element: Element): Element | null {
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return 'host' in root && root.host instanceof Element ? root.host : null
}
