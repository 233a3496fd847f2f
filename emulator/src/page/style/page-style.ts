/** The page's style sheet, as text. @module */
import { baseStyle } from './base-style.js'
import { callsStyle } from './calls-style.js'
import { partsStyle } from './parts-style.js'

/**
 * The whole style sheet. Colours follow the light or dark setting of the user's system, and small screens get one
 * column.
 */
export const pageStyle: string = baseStyle + partsStyle + callsStyle
