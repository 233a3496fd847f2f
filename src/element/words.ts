/** The texts of one element: loads the catalogue of its language, and follows changes. @module */
import { type Catalogue, directionOf, languageOf, loadCatalogue } from './messages/catalogue.js'
import { languageTag } from './messages/language-tag.js'
import type { Messages } from './messages/messages.js'
import { type Say, sayIn } from './text.js'

/** What the texts need from their element. */
interface WordsHost {
  readonly element: HTMLElement
  readonly messages: () => Partial<Messages> | undefined
  /** Aborts when the element leaves the document. */
  readonly signal: AbortSignal
  /** Called when the texts of another language have loaded. */
  readonly changed: () => void
  /** Called if no texts could be loaded, not even those of an earlier language. */
  readonly failed: () => void
}

export interface Words {
  /** `undefined` until the first texts have loaded. */
  readonly catalogue: () => Catalogue | undefined
  /** Returns the BCP 47 tag of the texts that are shown. Whole `messages` are in the language of the element. */
  readonly lang: () => string
  /** Returns the `dir` of the page, or else the direction of the texts. */
  readonly dir: () => string
  readonly say: Say
  /** Loads the texts of another language, if it has changed. Returns whether the direction or `messages` have. */
  readonly translate: () => boolean
}

/** Loads the first texts, and the others when `translate` is called. */
export function createWords({ element, messages, signal, changed, failed }: WordsHost): Words {
  let catalogue: Catalogue | undefined
  let language: string | undefined
  let own = messages()
  let dir = directionOf(element)

  const load = (wanted: string): void => {
    const isStale = (): boolean => signal.aborted || language !== wanted
    language = wanted
    loadCatalogue(wanted).then(
      (loaded) => {
        if (isStale()) return
        catalogue = loaded
        changed()
      },
      () => {
        if (isStale()) return
        language = undefined
        if (catalogue === undefined) failed()
      },
    )
  }
  const translate = (): boolean => {
    const isOther = own !== messages() || dir !== directionOf(element)
    own = messages()
    dir = directionOf(element)
    const wanted = languageOf(element)
    if (wanted !== language) load(wanted)
    return isOther
  }
  translate()
  // The event `online` is not enough, because it can come before the load fails or before the network works.
  const again = setInterval(() => language ?? translate(), 5_000)
  signal.addEventListener('abort', () => clearInterval(again))

  return {
    catalogue: () => catalogue,
    lang: () => {
      if (catalogue === undefined) return 'en'
      return isWhole(catalogue, messages()) ? (languageTag(languageOf(element)) ?? 'en') : catalogue.lang
    },
    dir: () => dir ?? catalogue?.dir ?? 'ltr',
    say: (name, values) => (catalogue ? sayIn(catalogue, messages())(name, values) : ''),
    translate,
  }
}

const isWhole = ({ messages }: Catalogue, own: Partial<Messages> = {}): boolean =>
  Object.keys(messages).every((key) => key in own)
