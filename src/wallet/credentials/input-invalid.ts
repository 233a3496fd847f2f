/** The error for invalid input that the user has typed. @module */
import { CeremonyError } from '../../flow-errors.js'

/** @param message says what can be entered */
export const inputInvalid = (message: string): CeremonyError => new CeremonyError('INPUT_INVALID', message)
