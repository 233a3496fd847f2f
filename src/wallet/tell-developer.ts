/** Prints the errors that only a developer can mend, because a page cannot tell its users how to go on. @module */
import type { AnyWalletError, ErrorCode } from '../errors.js'

/** Codes of a wrong origin, a login that ended, a wrong option, header or answer. */
const codes: readonly ErrorCode[] = [
  'FORBIDDEN',
  'NOT_LOGGED_IN',
  'REDIRECTED',
  'HEADERS_FAILED',
  'MALFORMED_ANSWER',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'PAYLOAD_TOO_LARGE',
  'PAYLOAD_REFUSED',
  'CONFIRMATION_FAILED',
  'KEY_DELIVERY_REFUSED',
  'OTP_SIGNER_REQUIRED',
  'EXPORT_SIGNER_REQUIRED',
  'RELYING_PARTY_MISMATCH',
  'PASSKEYS_NOT_ALLOWED',
  'FRAME_UNREACHABLE',
  'FRAME_VERSION',
]

/** Whether only a developer can mend this, such as every error of the kind `sealedKey` and answers of proxies. */
export const isForDevelopers = ({ kind, code }: Pick<AnyWalletError, 'kind' | 'code'>): boolean =>
  kind === 'sealedKey' || codes.includes(code) || code.startsWith('HTTP_')

/** Prints an error and where it is explained. */
export function tellDeveloper(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: what the user sees says nothing about the cause.
  console.error(
    error,
    'docs/errors.md in the package embedded-wallet-auth says what to do about it: “While you build it”.',
  )
}
