/** Asks the platform, and says what went wrong, and what to do about it, in words for the person. */

/** What the page needs for the wallet of the person who is logged in. */
export interface Mine {
  readonly accountId: string
  readonly otpSigner?: string
}

/** Asks the platform. Rejects for every answer but a success, with its `code` and body. */
export async function ask<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
  const answer = await fetch(path, { method })
  const body = await answer.json().catch(() => ({}))
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status} ${body.code ?? ''}`), body)
  return body
}

/** Resolves with `undefined` if nobody is logged in. */
export const whoAmI = (): Promise<Mine | undefined> =>
  ask<Mine>('GET', '/api/me').catch((error) => {
    if (error.code === 'NOT_LOGGED_IN') return undefined
    throw error
  })

/** What the page says to the person, and the button that leads on. */
export interface Problem {
  readonly text: string
  readonly way: string
  readonly go: () => void
}

/** Where a developer reads what to do about an error. */
const advice =
  'node_modules/embedded-wallet-auth/docs/errors.md says what to do about it: “While you build it”.'

/** Returns what to say about an error of `ask` or of the wallet. The error itself is for the console. */
export function problemOf(error: unknown): Problem {
  console.error(error, advice)
  return wordsFor(error)
}

/** The same for an error that is in the console already. */
export function wordsFor(error: unknown): Problem {
  const { code, origin } = Object(error)
  if (!isSecureContext)
    return {
      text: 'A wallet needs a secure connection.',
      way: 'Open the secure page',
      go: () => location.assign(`https://${location.host}`),
    }
  if (code === 'NOT_LOGGED_IN')
    return { text: 'You are no longer logged in.', way: 'Log in', go: () => location.reload() }
  if (code === 'WRONG_ORIGIN')
    return {
      text: `Example Bank is not at this address. It is at ${origin}.`,
      way: 'Go there',
      go: () => location.assign(origin),
    }
  return {
    text: 'Example Bank cannot be reached at the moment.',
    way: 'Try again',
    go: () => location.reload(),
  }
}

/** Returns what makes handlers: each does something for the person and, if that fails, shows the problem. */
export const attemptWith =
  (show: (problem: Problem | undefined) => void) =>
  (act: () => Promise<void>, problem: (error: unknown) => Problem = problemOf) =>
  async (): Promise<void> => {
    show(undefined)
    await act().catch((error: unknown) => show(problem(error)))
  }
