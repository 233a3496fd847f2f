/** The page with nothing but the library. @module */
import { createHarness } from './create-harness.js'

createHarness()
