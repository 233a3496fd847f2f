/** What the wallet's frame and the page around it send each other. @module */
import type { CredentialType, WalletState } from '../index.js'
import type { CarriedError } from './carried-error.js'
import type { Verb } from './verbs.js'

/** The name that every message between the two windows carries. */
export const protocol = 'embedded-wallet-auth'

/** Two versions that differ do not connect. */
export const version = 1

/** From the frame to its parent or opener: it is there. Says nothing about the wallet or the person. */
export interface Announcement {
  readonly protocol: typeof protocol
  readonly version: number
}

/** From the page to the frame, with a `MessagePort` for everything else. */
export interface Connect extends Announcement {
  readonly connect: true
  /** `InternalAccount:<uuid>`, if the page chooses the account. */
  readonly accountId?: string
}

/** From the page, on the port. */
export type HostMessage =
  | {
      readonly type: 'call'
      /** Counts up from 1. */
      readonly id: number
      readonly verb: Verb
      /** The arguments, without functions and signals. */
      readonly args: readonly unknown[]
      /** Whether the page gets the ID tokens for this call. */
      readonly token?: true
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'ping'; readonly id: number }
  /** What `getOidcToken` of a call resolved with. Without `token`, it rejected. */
  | { readonly type: 'token'; readonly id: number; readonly token?: string }

/** From the frame, on the port. */
export type FrameMessage =
  | {
      readonly type: 'hello'
      readonly types: readonly CredentialType[]
      /** Whether the browser can judge here what the person sees, and open passkey dialogs. If not: in a window. */
      readonly canAsk: boolean
      /** The types whose sign-in opens a dialog of the browser. */
      readonly dialogs: readonly CredentialType[]
    }
  /** The connection ends here. */
  | { readonly type: 'refused'; readonly error: CarriedError }
  | {
      readonly type: 'state'
      readonly state: WalletState
      /** The server's time minus that of this browser, in milliseconds. */
      readonly offset: number
    }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: CarriedError }
  /** The call `id` shows the person something, and needs room for it. */
  | { readonly type: 'show'; readonly id: number }
  /** The person has answered, or what was shown has gone. */
  | { readonly type: 'hide'; readonly id: number; readonly agreed: boolean }
  | { readonly type: 'pong'; readonly id: number }
  | { readonly type: 'token'; readonly id: number; readonly nonce: string; readonly clientPublicKey: string }
