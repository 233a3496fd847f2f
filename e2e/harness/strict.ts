/** The page with only the library. @module */
import { createHarness } from './create-harness.js'

createHarness()
