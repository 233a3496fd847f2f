/** One row of `npm run examples`. */
export interface Stack {
  /**
   * The name for the command line. It is also the folder in `examples/`, unless `page` and `server` name two folders.
   */
  readonly name: string
  readonly title: string
  /** The example whose built page the server serves. */
  readonly page?: string
  /** The example whose server is used. */
  readonly server?: string
  /** A text that the HTML from the server must contain, if the server renders the page. */
  readonly renders?: string
  /** Expected warnings of other tools, and the reasons for them. */
  readonly known?: readonly { readonly line: RegExp; readonly why: string }[]
}

export const stacks: readonly Stack[]
