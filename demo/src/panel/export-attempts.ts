/** Attempts to export a private key from the browser, and the browser's responses. @module */

const formats = ['pkcs8', 'jwk', 'raw', 'spki'] as const

/** One attempt. */
export interface Attempt {
  /** The attempt as code. */
  readonly call: string
  /** The browser's error, or `undefined` if the export worked. */
  readonly refusal: string | undefined
}

/** Calls `exportKey` with every format. */
export const exportAttempts = (
  keys: readonly { readonly path: string; readonly key: CryptoKey }[],
): Promise<Attempt[]> =>
  Promise.all(
    keys.flatMap(({ path, key }) =>
      formats.map(async (format) => ({
        call: `exportKey('${format}', ${path})`,
        refusal: await refusalOf(() => crypto.subtle.exportKey(format, key)),
      })),
    ),
  )

/** Resolves with the browser's error, or with `undefined` if the attempt worked. */
export async function refusalOf(attempt: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
