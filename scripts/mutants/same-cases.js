/** Generated cases are the same in every run: a mutant must not live or die by the seed. @module */
import fc from 'fast-check'

fc.configureGlobal({ seed: 20261121 })
