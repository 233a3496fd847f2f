/** The type of what is fuzzed: a parser, inputs that are almost valid, and the allowed outcomes. @module */
import type fc from 'fast-check'

/**
 * `accepted`: the parser returned a value, and the value was checked. `refused`: the parser refused the input in the
 * documented way.
 */
export type Outcome = 'accepted' | 'refused'

export interface Target<Input> {
  readonly name: string
  /** The name of the parser in the source. */
  readonly parser: string
  /** The share of all runs, in thousandths. Targets that need cryptography or a whole request get a smaller share. */
  readonly share: number
  readonly inputs: fc.Arbitrary<Input>
  /** Throws on an outcome that is not allowed, and on an input that is wrongly accepted. */
  readonly run: (input: Input) => Outcome | Promise<Outcome>
}

/** A target without the type of its inputs. */
export interface AnyTarget extends Pick<Target<never>, 'name' | 'parser' | 'share'> {
  readonly cases: fc.Arbitrary<{ readonly input: unknown; readonly run: () => Outcome | Promise<Outcome> }>
}

export const target = <Input>({ inputs, run, ...told }: Target<Input>): AnyTarget => ({
  ...told,
  cases: inputs.map((input) => ({ input, run: () => run(input) })),
})

/** Reports something that must not happen with any input. */
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
