/** Chooses the credential of a sign-in. @module */
import { ServiceError, SessionError } from '../../errors.js'
import type { AuthMethod } from '../../wire/credentials.js'
import type { Method } from '../credentials/method.js'
import type { Context } from './context.js'

/**
 * Reads the list, and returns the credential of the method's type that the caller wants, or the only one.
 *
 * @throws SessionError `CREDENTIAL_NOT_FOUND` and `CREDENTIAL_AMBIGUOUS`; the errors of the transport
 */
export async function pickCredential(
  { credentials }: Pick<Context, 'credentials'>,
  { type }: Method,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AuthMethod> {
  const fitting = (await credentials.read(signal)).filter(
    (each) => each.type === type && (wanted === undefined || each.id === wanted),
  )
  const [first, second] = fitting
  if (first === undefined)
    throw new SessionError('CREDENTIAL_NOT_FOUND', `This account has no such ${type} credential.`)
  if (second === undefined) return first
  throw new SessionError(
    'CREDENTIAL_AMBIGUOUS',
    `This account has ${fitting.length} ${type} credentials. Pass \`credential\` to choose one.`,
  )
}

/**
 * Returns the credential that the caller wants, if the list need not be read again: only its existence can have
 * changed, and the challenge call tells that. For an ID token there is no such call before the user is asked.
 */
export function knownCredential(
  { credentials }: Pick<Context, 'credentials'>,
  { type, challenge }: Method,
  wanted: string | undefined,
): AuthMethod | undefined {
  const found = wanted === undefined || challenge === 'none' ? undefined : credentials.find(wanted)
  return found?.type === type ? found : undefined
}

/** Whether the backend or the service may have refused a call because its credential does not exist. */
export const isAbsence = (error: unknown): boolean =>
  error instanceof ServiceError && (error.status === 403 || error.status === 404)
