/**
 * Excludes the text of messages from mutation. No code may tell errors apart by their messages, so no test should check
 * them.
 * @module
 */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** The rule in words, for people who read a score. */
export const messageRule =
  'Not counted: the text of a message, that is the message argument of any error or refusal that is made here, ' +
  'also through malformed(), refused(), invalidBody() and the like, and ifLost. Codes and details are counted.'

/**
 * The position of the message among the arguments, by the name of the function or class.
 * @type {Readonly<Record<string, number>>}
 */
const messageArgument = {
  DeadlineExceeded: 0,
  Error: 0,
  TypeError: 0,
  SessionError: 1,
  SealedKeyError: 1,
  TransportError: 1,
  CeremonyError: 1,
  Refusal: 1,
  malformed: 0,
  refused: 0,
  invalidBody: 0,
  invalidId: 0,
  invalidChallenge: 0,
  missingLogin: 0,
}

/**
 * The part of a syntax node that is used here. The instrumenter does not describe nodes in its types.
 *
 * @typedef {object} Path
 * @property {string} listKey
 * @property {number} key
 * @property {{ readonly type: string, readonly properties?: readonly { readonly key?: { readonly name?: string } }[] }}
 *   node
 * @property {{ readonly node: { readonly callee?: { readonly name?: string } } }} [parentPath]
 */

/** @param {object} nodePath @returns {string | undefined} */
function shouldIgnore(nodePath) {
  const { listKey, key, node, parentPath } = /** @type {Path} */ (nodePath)
  // The advice in the error of a lost answer is the whole object `{ ifLost: '…' }`.
  if (node.properties?.length === 1 && node.properties[0]?.key?.name === 'ifLost') return messageRule
  const callee = parentPath?.node.callee?.name
  if (listKey !== 'arguments' || callee === undefined || messageArgument[callee] !== key) return undefined
  return node.type === 'StringLiteral' || node.type === 'TemplateLiteral' ? messageRule : undefined
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'messages', { shouldIgnore })]
