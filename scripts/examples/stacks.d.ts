/** One row of `npm run examples`. */
export interface Stack {
  /** The name for the command line. Unless `page` and `server` are set, it is also the folder in `examples/`. */
  readonly name: string
  readonly title: string
  /** The example that the page is built from. */
  readonly page?: string
  /** The example that the server comes from. */
  readonly server?: string
  /** If the server renders the page: a text that its HTML must contain. */
  readonly renders?: string
  /** Expected warnings of other tools, each with its reason. */
  readonly known?: readonly { readonly line: RegExp; readonly why: string }[]
}

export const stacks: readonly Stack[]
