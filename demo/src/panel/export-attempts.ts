/** Attempts to get a private key out of the browser, and what the browser says to each. @module */

const formats = ['pkcs8', 'jwk', 'raw', 'spki'] as const

/** One attempt. */
export interface Attempt {
  /** As code. */
  readonly call: string
  /** What the browser said; `undefined` if it handed something out. */
  readonly refusal: string | undefined
}

/** Tries `exportKey` in every format. */
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

/** What an attempt ends with. */
export async function refusalOf(attempt: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await attempt()
    return undefined
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
}
