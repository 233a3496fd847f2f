/** The error for what a person has typed. @module */
import { CeremonyError } from '../../flow-errors.js'

/** @param message says what can be entered */
export const inputInvalid = (message: string): CeremonyError => new CeremonyError('INPUT_INVALID', message)
