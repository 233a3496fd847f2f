/** The page's style sheet, as text. @module */
import { baseStyle } from './base-style.js'
import { callsStyle } from './calls-style.js'
import { partsStyle } from './parts-style.js'

/** The styles are light or dark, as the user's system prefers. Small screens get one column. */
export const pageStyle: string = baseStyle + partsStyle + callsStyle
