/** Turns what a page or a browser calls its language into a tag that `Intl` accepts. @module */

/**
 * Returns the BCP 47 tag that a text names, or `undefined` if it names none. Reads the spellings of content management
 * systems (`de_DE`) and of operating systems (`fr_FR.UTF-8`, `en-US@posix`), and drops subtags that are not valid.
 */
export function languageTag(text: string): string | undefined {
  const [plain = ''] = text
    .trim()
    .replaceAll('_', '-')
    .split(/[.@\s]/)
  const parts = plain.split('-')
  for (; parts.length > 0; parts.pop()) {
    try {
      const [tag] = Intl.getCanonicalLocales(parts.join('-'))
      return tag
    } catch {
      // Not valid with the last subtag.
    }
  }
  return undefined
}
