/** Finds turns of phrase that read as translated English. @module */
import { only, type Tree, without } from './tree.js'

/** The folders, and the files of the root, that are checked. */
export const covered: readonly string[] = [
  'src/',
  'test/',
  'e2e/',
  'docs/',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
]

/** Not checked: pages made from the titles of tests, vectors and captured texts, and this rule with its samples. */
const exempt =
  /^docs\/internals\/(interface-coverage|promises)\.md$|(^|\/)fixtures\/|^test\/language(\.test)?\.ts$/

interface Turn {
  readonly pattern: RegExp
  /** What to write instead. */
  readonly instead: string
}

const be = '(?<!\\bthere )\\b(?:is|are|was|were|be|been)'
/** Words that may follow "is no". */
const idiom =
  'longer|more|other|one|less|fewer|better|worse|later|earlier|sooner|doubt|different|need|use|way'

/** A space in a pattern stands for any white space, including line breaks and the margins of comments. */
const turns: readonly Turn[] = [
  { pattern: turn(`${be} no (?!(?:${idiom})\\b)(?=\\w)`), instead: '"is not a …", "are not …"' },
  { pattern: turn(`${be} none\\b(?! of\\b)`), instead: 'say what it is not' },
  { pattern: turn('\\bwhoever\\b'), instead: '"anyone who", "the caller"' },
  { pattern: turn('\\bwhatever\\b'), instead: '"everything that", "anything"' },
  { pattern: turn('\\banew\\b'), instead: '"again"' },
  { pattern: turn('(?<!\\b(?:is|are|was|were|be) )\\ball the same\\b'), instead: '"anyway", "still"' },
  { pattern: turn('\\bwritten down\\b'), instead: '"stored"' },
  {
    pattern: turn('\\bthe answer (?:is called|cancels|unsubscribes|stops|ends)\\b'),
    instead: '"returns a function that …": an answer is what the service sends',
  },
  { pattern: turn('\\b(?:nobody|no one) asked\\b'), instead: 'say what happens by itself' },
]

function turn(words: string): RegExp {
  return new RegExp(words.replaceAll(' ', '\\s+'), 'gi')
}

/** Returns a line for each such turn of phrase, with what to write instead. */
export function translated(tree: Tree, folders: readonly string[] = covered): readonly string[] {
  const inside = new RegExp(`^(?:${folders.map((folder) => folder.replaceAll('.', '\\.')).join('|')})`)
  return [...without(only(tree, inside), exempt)].flatMap(([path, text]) => {
    // The margins of comments are blanked and not removed, so that every character keeps its position.
    const prose = text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/|>)?/g, (margin) => ' '.repeat(margin.length))
    return turns.flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map(
        ({ 0: found, index }) =>
          `${path}:${text.slice(0, index).split('\n').length} "${found.trim().replaceAll(/\s+/g, ' ')}": write ${instead}`,
      ),
    )
  })
}
