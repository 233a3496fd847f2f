/** What tells a credential or a session from the others, so that a question can say which one is meant. @module */
import type { CredentialType } from '../../wire/credential-type.js'

/** A credential, or the one that issued a session. Without these fields, the wallet does not know it. */
export interface Marks {
  readonly type?: CredentialType
  /** As in `AuthMethod`: a text from the service, which a person or a page may have chosen. Show it as data. */
  readonly nickname?: string
  /** ISO 8601, server time. */
  readonly createdAt?: string
}

/** Says what the service has told this page. Reads the list if it was not read yet. Neither call rejects. */
export interface Named {
  readonly credential: (id: string) => Promise<Marks>
  /** `isOwn`: whether it is the session of this wallet. */
  readonly session: (id: string) => Promise<Marks & { readonly isOwn: boolean }>
}

/** Returns the marks of what is in a list, or as much of them as there is. */
export const marksOf = ({ type, nickname, createdAt }: Marks = {}): Marks => ({
  ...(type && { type }),
  ...(nickname && { nickname }),
  ...(createdAt && { createdAt }),
})
