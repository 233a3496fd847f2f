/** Types of the inputs that the reference shows, for the tests that read them. @module */

export interface Inputs {
  readonly operation: string
  readonly forms: readonly (readonly string[])[]
}

export interface ClientInputs {
  readonly calls: readonly Inputs[]
  readonly types: readonly string[]
}

export function clientInputs(): ClientInputs

export function inputsPage(inputs: ClientInputs): string
