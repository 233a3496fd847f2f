/** What is fuzzed: a parser, valid inputs, a way to spoil them, and what may come of it. @module */
import type { Random } from './random.js'

/** `accepted`: a value came out, and it was looked at. `refused`: the parser's own way to say no. */
export type Outcome = 'accepted' | 'refused'

export interface Target<Input> {
  readonly name: string
  /** The parser, as it is called in the source. */
  readonly parser: string
  /** Its part of all runs, in thousandths: what needs cryptography or a whole request gets less. */
  readonly share: number
  readonly inputOf: (random: Random) => Input
  /** Throws on an outcome that is not allowed, and on an input that is wrongly accepted. */
  readonly run: (input: Input) => Outcome | Promise<Outcome>
}

/** A target whose inputs are its own business. */
export interface AnyTarget extends Pick<Target<never>, 'name' | 'parser' | 'share'> {
  readonly next: (random: Random) => {
    readonly input: unknown
    readonly run: () => Outcome | Promise<Outcome>
  }
}

export const target = <Input>({ name, parser, share, inputOf, run }: Target<Input>): AnyTarget => ({
  name,
  parser,
  share,
  next: (random) => {
    const input = inputOf(random)
    return { input, run: () => run(input) }
  },
})

/** What is never to happen with any input. */
export function violated(what: string): never {
  throw new Error(`violated: ${what}`)
}

/** Runs a parser that refuses by throwing errors of one kind. */
export async function refusesWith(
  kinds: readonly (new (...args: never[]) => Error)[],
  work: () => unknown,
): Promise<Outcome> {
  try {
    await work()
    return 'accepted'
  } catch (error) {
    if (kinds.some((kind) => error instanceof kind) && !String(error).includes('violated')) return 'refused'
    throw error
  }
}
