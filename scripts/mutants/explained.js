/** Mutants that may live, each with the reason why no test can or should notice. @module */

/**
 * @typedef {object} Explained
 * @property {string} file
 * @property {string} line the source line on which the mutant begins, without indentation
 * @property {string} from what the mutant replaces
 * @property {string} to what it puts there
 * @property {string} why
 */

/** @type {readonly Explained[]} */
export const explained = []
