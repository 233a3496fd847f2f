/** The types of engine-page.js, for the tests. @module */
export function enginePage(
  versions: readonly { readonly engine: string; readonly version: string }[],
  lines: string,
): string
