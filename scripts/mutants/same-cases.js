/** Generates the same test cases in every run, so that the seed does not decide whether a mutant survives. @module */
import fc from 'fast-check'

fc.configureGlobal({ seed: 20261121 })
