/** Reads the headers of a page with a wallet, for its own check and for `check-backend`. @module */

/** A problem of a page's headers. */
export interface HeaderProblem {
  readonly code: 'OPENER_POLICY_MISSING' | 'FRAME_ANCESTORS_OPEN' | 'FRAME_HEADERS'
  /** The headers as they were sent. */
  readonly seen: string
}

/**
 * Returns the problems of a page's headers. A page that names other origins in `frame-ancestors`, or is in a frame of
 * one, is the page of `serveWallet`. It also opens as a window, which its opener has to reach, so it is not held to the
 * policy of other pages.
 */
export function headerProblems(headers: Headers, isFramed = false): readonly HeaderProblem[] {
  const opener = headers.get('Cross-Origin-Opener-Policy') ?? ''
  const allowed = ancestorLists(headers.get('Content-Security-Policy') ?? '')
  if (!isFramed && allowed.every(isClosed)) {
    return /^\s*same-origin\s*(?:;|$)/.test(opener) ? [] : [{ code: 'OPENER_POLICY_MISSING', seen: opener }]
  }
  // Several policies apply together, so one that is exact is enough.
  const isExact = allowed.some((sources) => sources.every((each) => exact.test(each)))
  const wrong = [
    /^\s*(?:unsafe-none\s*)?(?:;|$)/.test(opener) ? undefined : `Cross-Origin-Opener-Policy: ${opener}`,
    headers.get('Cross-Origin-Resource-Policy')?.trim() === 'same-origin'
      ? 'Cross-Origin-Resource-Policy: same-origin'
      : undefined,
    ...['publickey-credentials-get', 'publickey-credentials-create'].map((feature) =>
      forbidden(headers.get('Permissions-Policy') ?? '', feature),
    ),
  ].filter((each) => each !== undefined)
  return [
    ...(isExact ? [] : [{ code: 'FRAME_ANCESTORS_OPEN', seen: allowed.flat().join(' ') } as const]),
    ...(wrong.length === 0 ? [] : [{ code: 'FRAME_HEADERS', seen: wrong.join(', ') } as const]),
  ]
}

/** A source that names one origin, or none. */
const exact = /^(?:'none'|'self'|https?:\/\/(?!\*)[^/*]+)$/

const isClosed = (sources: readonly string[]): boolean =>
  sources.every((each) => each === "'none'" || each === "'self'")

/** Returns the sources of each directive `frame-ancestors`. */
const ancestorLists = (policies: string): readonly (readonly string[])[] =>
  policies
    .split(/[,;]/)
    .map((directive) => directive.trim().split(/\s+/))
    .flatMap(([name, ...sources]) => (name?.toLowerCase() === 'frame-ancestors' ? [sources] : []))

/** Returns what a permissions policy says about a feature if the page itself may not use it. */
function forbidden(policy: string, feature: string): string | undefined {
  const allowed = new RegExp(`(?:^|,)\\s*${feature}=(\\([^)]*\\)|[^\\s,]+)`).exec(policy)?.[1]
  return allowed === undefined || /\*|\bself\b/.test(allowed) ? undefined : `${feature}=${allowed}`
}
