/**
 * What differs between the deployments of the service that are known, with dates. Everything that depends on a
 * deployment follows from these rows: how the emulator behaves, what the library's defaults must fit, what
 * `check-backend` reports, and a table in the docs. A new fact is a new row; what has to follow is what the compiler
 * and the tests then name.
 * @module
 */
import type { Fact, Profile } from './fact.js'
import { paymentFacts } from './facts-payments.js'
import { signInFacts } from './facts-sign-in.js'

/** All facts, by name. */
export const facts: typeof signInFacts & typeof paymentFacts = { ...signInFacts, ...paymentFacts }

/** The name of a fact. */
export type FactName = keyof typeof facts

type Rows = typeof facts

/** The names of the facts that the emulator plays. */
export type PlayedFact = {
  [Name in FactName]: Rows[Name] extends { played: unknown } ? Name : never
}[FactName]

/** What the emulator does about each fact that it plays. */
export type Behaviour = { readonly [Name in PlayedFact]: Rows[Name]['played'][number] }

/**
 * The values of an option that production accepts. A default that `satisfies` this type stops compiling when the fact
 * changes.
 */
export type TakenInProduction<Name extends FactName, Value> = Rows[Name]['production'] extends 'either'
  ? Value
  : Extract<Value, Rows[Name]['production']>

/** The same rows, checked: each is a whole {@link Fact}. */
const rows: Readonly<Record<string, Fact>> = facts

/** Returns what a deployment does about each fact that the emulator plays. */
export const behaviourOf = (profile: Profile): Behaviour =>
  // The type assertion is safe, because each row has one of the values that its `played` lists, which a test checks.
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, fact]) => (fact.played ? [[name, fact[profile]]] : [])),
  ) as Behaviour
