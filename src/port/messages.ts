/** What the wallet's frame and the page around it send each other. @module */
import type { CredentialType, WalletState } from '../index.js'
import type { CarriedError } from './carried-error.js'
import type { Verb } from './verbs.js'

/** The name that every message between the two windows carries. */
export const protocol = 'embedded-wallet-auth'

/** Two versions that differ do not connect. */
export const version = 1

/**
 * From the frame to its parent or opener: it is there. Says nothing about the wallet or the person. Every version
 * understands this message, `Connect` and `refused` of every other one.
 */
export interface Announcement {
  readonly protocol: typeof protocol
}

/** From the page to the frame, with a `MessagePort` for everything else. */
export interface Connect extends Announcement {
  /** The number of the page's version. The frame refuses every other value than its own. */
  readonly version: unknown
  /** `InternalAccount:<uuid>`, if the page chooses the account. */
  readonly accountId?: string | undefined
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
      readonly token?: boolean | undefined
    }
  | { readonly type: 'abort'; readonly id: number }
  | { readonly type: 'ping' }
  /** What `getOidcToken` of a call resolved with. Without `token`, it rejected. */
  | { readonly type: 'token'; readonly id: number; readonly token?: string | undefined }

/** From the frame, on the port. */
export type FrameMessage =
  | {
      readonly type: 'hello'
      readonly types: readonly CredentialType[]
      /** Whether the browser can judge here what the person sees, and open passkey dialogs. If not: in a window. */
      readonly canAsk: boolean
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
  /** The frame shows the person something, and needs room for it; then it no longer does. */
  | { readonly type: 'show' }
  | { readonly type: 'hide' }
  /** The person has agreed: from now on the call may have an effect. */
  | { readonly type: 'acts'; readonly id: number }
  | { readonly type: 'pong' }
  | { readonly type: 'token'; readonly id: number; readonly nonce: string; readonly clientPublicKey: string }
