/** Mutants that may live, each with the reason why no test can or should notice. @module */

/** @type {readonly import('./score.d.ts').Explained[]} */
export const explained = []
