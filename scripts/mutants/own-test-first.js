/**
 * The order of the test files for a mutant: first the test file beside the mutated file, then the others, smallest
 * first.
 * @module
 */
import { statSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'

/**
 * Sorts the test files. The first file kills most mutants, and the first failure ends the run. This is a class because
 * vitest calls it with `new`.
 */
export class OwnTestFirst extends BaseSequencer {
  /**
   * @override
   * @param {import('vitest/node').TestSpecification[]} files
   */
  async sort(files) {
    const beside = (this.ctx.config.related ?? []).map((file) => file.replace(/\.ts$/, ''))
    const rank = (/** @type {string} */ file) =>
      beside.some((start) => file === `${start}.test.ts`) ? 0 : statSync(file).size
    return files.sort((a, b) => rank(a.moduleId) - rank(b.moduleId))
  }
}
