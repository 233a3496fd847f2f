/** What a part of the panel is, what all parts share, and the options of the panel. @module */
import type { Ask } from './ask.js'

/** The answer to `GET /emulator/status`. */
export interface Status {
  readonly revision: number
  readonly now: string
  readonly profile: string
  readonly mode: string
  readonly keyDelivery: string
  readonly tokenId: string
  readonly counts: Readonly<Record<'mails' | 'requests' | 'armedFaults' | 'firedFaults' | 'accounts', number>>
}

/** Calls for which a fault can be armed. */
export interface CallGroup {
  readonly label: string
  /** Each call by its method and path, such as `GET /customers`, with a name for people if it has one. */
  readonly calls: readonly { readonly call: string; readonly name?: string }[]
}

/** The options of a panel. All are optional. */
export interface PanelOptions {
  /** Makes the control calls. Default: calls to the page’s own origin. */
  readonly ask?: Ask
  /** The calls for which a fault can be armed. */
  readonly calls?: readonly CallGroup[]
  /**
   * Called with a code that the user wants to use. Returns what was done with it, in words, or `undefined` if nothing
   * asks for a code now; then it is copied. Without this function, every code is copied.
   */
  readonly useCode?: (otp: string) => string | undefined
  /** Called each time the emulator was asked. `status` is `undefined` if it did not answer. */
  readonly onStatus?: (status: Status | undefined) => void
}

/** What a part uses of its panel. */
export interface Bench {
  readonly ask: Ask
  /** Shows a message for five seconds, and announces it to screen readers. */
  readonly say: (text: string) => void
  /** Immediately asks the emulator whether anything has changed. */
  readonly look: () => Promise<void>
}

/** A part of the panel. */
export interface Part {
  readonly element: HTMLElement
  /** Updates the part. Called after each change while its element is visible, and once a second if the part ticks. */
  readonly refresh: (status: Status) => void | Promise<void>
  /** Set if the part shows the time. It makes no calls. */
  readonly ticks?: true
}
