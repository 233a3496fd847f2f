/**
 * The page's own files, as text. Vite puts the bundles of `browser/` and `style/` here, by scripts/emulator-page.js.
 * @module
 */

/** The page's script, a module that imports nothing. */
export const script: string = "throw new Error('scripts/emulator-page.js is not among the plugins of Vite')"

/** The page's style sheet. */
export const style: string = ''
