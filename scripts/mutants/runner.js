/**
 * Stryker's runner for vitest. It also counts a mutant as killed if a test file cannot be loaded because of the mutant.
 * @module
 */
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'

/**
 * The part of the runner that has the results of whole test files. The runner's type hides it.
 *
 * @typedef {object} Inside
 * @property {{ state: { getFiles(): { result?: { state?: string } }[] } }} ctx
 */

const [vitest] = vitestPlugins
if (vitest === undefined) throw new TypeError('The runner for vitest has no plugin.')
const { factory } = vitest

/** @typedef {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} Injector */

/**
 * Without this, a mutant that breaks a test file or its `beforeAll` before any test runs would count as a survivor.
 *
 * @param {Injector} injector
 * @returns {import('@stryker-mutator/api/test-runner').TestRunner}
 */
function createRunner(injector) {
  const runner = injector.injectFunction(factory)
  const { mutantRun } = runner
  runner.mutantRun = async (options) => {
    const result = await mutantRun.call(runner, options)
    const { ctx } = /** @type {typeof runner & Inside} */ (runner)
    const broken = ctx.state.getFiles().some((file) => file.result?.state === 'fail')
    if (result.status !== 'survived' || !broken) return result
    // Any test of the run can be named here. Stryker keeps the result for the next run only if the named test still
    // exists.
    const killedBy = options.testFilter?.slice(0, 1) ?? []
    return JSON.parse(
      JSON.stringify({ ...result, status: 'killed', killedBy, failureMessage: 'A test file did not load.' }),
    )
  }
  return runner
}
createRunner.inject = tokens(commonTokens.injector)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'vitest-or-broken', createRunner)]
