/** Stryker's runner for vitest, which also counts as killed what keeps a test file from loading. @module */
import { commonTokens, declareFactoryPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'

/**
 * The part of the runner that says how whole files went; its own type keeps it private.
 *
 * @typedef {object} Inside
 * @property {{ state: { getFiles(): { result?: { state?: string } }[] } }} ctx
 */

const [vitest] = vitestPlugins
if (vitest === undefined) throw new TypeError('The runner for vitest has no plugin.')
const { factory } = vitest

/** @typedef {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} Injector */

/**
 * Without this a mutant that breaks a test file, or its `beforeAll`, before any test of it runs would survive.
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
    // Any test that was to run will do: a result is kept for the next run only with a killer that still exists.
    const killedBy = options.testFilter?.slice(0, 1) ?? []
    return JSON.parse(
      JSON.stringify({ ...result, status: 'killed', killedBy, failureMessage: 'A test file did not load.' }),
    )
  }
  return runner
}
createRunner.inject = tokens(commonTokens.injector)

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'vitest-or-broken', createRunner)]
