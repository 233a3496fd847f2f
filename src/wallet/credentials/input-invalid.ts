/** The error for invalid user input. @module */
import { CeremonyError } from '../../errors.js'

/** @param message tells the user what to enter */
export const inputInvalid = (message: string): CeremonyError => new CeremonyError('INPUT_INVALID', message)
