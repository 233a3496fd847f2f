/** One row of `npm run examples`. */
export interface Stack {
  /** As the command takes it; its folder in `examples/`, unless `page` and `server` name two. */
  readonly name: string
  readonly title: string
  /** The example whose built page the server serves. */
  readonly page?: string
  /** The example whose server that is. */
  readonly server?: string
  /** Text of the page as the server sends it, where it renders the page. */
  readonly renders?: string
  /** Warnings that others print, and why they do. */
  readonly known?: readonly { readonly line: RegExp; readonly why: string }[]
}

export const stacks: readonly Stack[]
