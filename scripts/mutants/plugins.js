/**
 * What Stryker lacks: a runner that also counts a mutant as killed if it keeps a test file from loading, and an exception
 * for the text of messages. No code may tell errors apart by their messages, so no test should check them.
 * @module
 */
import {
  commonTokens,
  declareFactoryPlugin,
  declareValuePlugin,
  PluginKind,
  tokens,
} from '@stryker-mutator/api/plugin'
import { strykerPlugins as vitestPlugins } from '@stryker-mutator/vitest-runner'

/**
 * The part of the runner that has the results of whole test files, which its type hides.
 *
 * @typedef {{ ctx: { state: { getFiles(): { result?: { state?: string } }[] } } }} Inside
 * @typedef {import('@stryker-mutator/api/plugin').Injector<import('@stryker-mutator/api/plugin').PluginContext>} Injector
 */

const [vitest] = vitestPlugins
if (vitest === undefined) throw new TypeError('The runner for vitest has no plugin.')
const { factory } = vitest

/** @param {Injector} injector @returns {import('@stryker-mutator/api/test-runner').TestRunner} */
function createRunner(injector) {
  const runner = injector.injectFunction(factory)
  const { mutantRun } = runner
  runner.mutantRun = async (options) => {
    const result = await mutantRun.call(runner, options)
    const { ctx } = /** @type {typeof runner & Inside} */ (runner)
    const broken = ctx.state.getFiles().some((file) => file.result?.state === 'fail')
    if (result.status !== 'survived' || !broken) return result
    // Stryker keeps the result for the next run only if the test that is named here still exists.
    const killedBy = options.testFilter?.slice(0, 1) ?? []
    return JSON.parse(
      JSON.stringify({ ...result, status: 'killed', killedBy, failureMessage: 'A test file did not load.' }),
    )
  }
  return runner
}
createRunner.inject = tokens(commonTokens.injector)

/** The position of the message among the arguments, by what is called. @type {Readonly<Record<string, number>>} */
const messageArgument = {
  ...{ DeadlineExceeded: 0, Error: 0, TypeError: 0, malformed: 0, refused: 0, missingLogin: 0 },
  ...{ SessionError: 1, SealedKeyError: 1, TransportError: 1, CeremonyError: 1, Refusal: 1 },
  ...{ invalidBody: 0, invalidId: 0, invalidChallenge: 0, paymentRefusal: 1 },
}

/**
 * The part of a syntax node that is used here. The instrumenter does not describe nodes in its types.
 *
 * @typedef {{ readonly type: string, readonly callee?: { readonly name?: string },
 *   readonly properties?: readonly { readonly key?: { readonly name?: string } }[] }} Node
 * @typedef {{ listKey: string, key: number, node: Node, parentPath?: { readonly node: Node } }} Path
 */

/** @param {object} nodePath */
function shouldIgnore(nodePath) {
  const { listKey, key, node, parentPath } = /** @type {Path} */ (nodePath)
  // The advice in the error of a lost answer is the whole object `{ ifLost: '…' }`.
  const isAdvice = node.properties?.length === 1 && node.properties[0]?.key?.name === 'ifLost'
  const isMessage =
    listKey === 'arguments' &&
    messageArgument[parentPath?.node.callee?.name ?? ''] === key &&
    ['StringLiteral', 'TemplateLiteral'].includes(node.type)
  return isAdvice || isMessage ? 'the text of a message' : undefined
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'vitest-or-broken', createRunner),
  declareValuePlugin(PluginKind.Ignore, 'messages', { shouldIgnore }),
]
