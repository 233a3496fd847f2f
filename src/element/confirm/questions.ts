/** Chooses the texts for questions about operations other than payments. @module */
import type { ConfirmationQuestion } from '../../index.js'
import type { Messages } from '../messages/messages.js'
import { looks } from '../sign-in/looks.js'

type Key = keyof Messages

/**
 * What a question shows. `heading`, `text`, `agree` and the terms are keys of {@link Messages}; everything else is from
 * the request.
 */
export interface QuestionWords {
  readonly heading: Key
  readonly text?: Key
  /** The button that agrees: what will be done. */
  readonly agree: Key
  /** Which credential or session is meant. Each term has the values that are known. */
  readonly about?: readonly (readonly [term: Key, ...values: readonly string[]])[]
  /** When that was made: the term, and ISO 8601. */
  readonly since?: readonly [term: Key, time: string] | undefined
  /** What is sent, in full. */
  readonly sent?: readonly string[]
}

/** A question about an operation other than a payment. */
export type OtherQuestion = Exclude<ConfirmationQuestion, { readonly operation: 'executeQuote' }>

type Details<Name> = Extract<OtherQuestion, { readonly operation: Name }>['details']

/** One row for each operation. One that has none does not compile. */
const rows: { readonly [Name in OtherQuestion['operation']]: (details: Details<Name>) => QuestionWords } = {
  createCredential: ({ type, ...given }) => ({
    heading: 'askCreateCredential',
    agree: 'agreeCreateCredential',
    about: [[looks[type].name, ...Object.values<string>(given)]],
  }),
  revokeCredential: (details) => ({
    heading: 'askRevokeCredential',
    agree: 'agreeRevokeCredential',
    about: credentialIn(details),
    since: details.createdAt ? ['added', details.createdAt] : undefined,
  }),
  refreshSession: () => ({ heading: 'askRefreshSession', agree: 'agreeRefreshSession' }),
  revokeSession: (details) => ({
    heading: 'askRevokeSession',
    ...(details.isOwn && { text: 'ownSession' }),
    agree: 'agreeRevokeSession',
    about: credentialIn(details),
    since: details.createdAt ? ['started', details.createdAt] : undefined,
  }),
  revokeAllSessions: ({ except }) =>
    except === undefined
      ? { heading: 'askRevokeAllSessions', agree: 'agreeRevokeAllSessions' }
      : { heading: 'askRevokeOtherSessions', agree: 'agreeRevokeOtherSessions' },
  exportWallet: () => ({ heading: 'askExportWallet', text: 'exportWarning', agree: 'agreeExportWallet' }),
  updatePrivacy: ({ privateEnabled }) =>
    privateEnabled ? { heading: 'askHide', agree: 'agreeHide' } : { heading: 'askShow', agree: 'agreeShow' },
  signedRequest: ({ method, path, body }) => ({
    heading: 'askSignedRequest',
    agree: 'agreeSignedRequest',
    sent: [`${method} ${path}`, ...(body === undefined ? [] : [JSON.stringify(body)])],
  }),
}

/** Returns what a question shows. */
export const questionWords = ({ operation, details }: OtherQuestion): QuestionWords =>
  // The type assertion is safe: the row is that of the operation, whose details these are.
  rows[operation](details as never)

/** Returns the type and the name of a credential, as far as they are known. */
const credentialIn = ({
  type,
  nickname,
}: Details<'revokeCredential'> | Details<'revokeSession'>): NonNullable<QuestionWords['about']> =>
  type === undefined ? [] : [[looks[type].name, ...(nickname ? [nickname] : [])]]
