/**
 * Finds imports, exports and comments in TypeScript or JavaScript, with the parser of TypeScript 5. Its successor has
 * no interface for JavaScript.
 * @module
 */
import ts from 'typescript-5'

/** @param {string} source */
const parsed = (source) =>
  ts.createSourceFile(
    'source.ts',
    source,
    { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
    false,
  )

/** @param {ts.Node} node @param {(node: ts.Node) => void} visit */
function walk(node, visit) {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/**
 * Remembers what was found in each source. Some tests ask for the same file many times.
 * @template T
 * @param {(source: string) => T} find
 * @returns {(source: string) => T}
 */
function remembering(find) {
  const known = new Map()
  return (source) => {
    const found = known.get(source) ?? find(source)
    known.set(source, found)
    return found
  }
}

/** @param {string} source */
function scan(source) {
  const file = parsed(source)
  // Only the parser knows where a regular expression or the rest of a template begins.
  const literals = new Map()
  walk(file, (node) => {
    const isText = ts.isStringLiteral(node) || ts.isRegularExpressionLiteral(node)
    if (isText || ts.isTemplateLiteralToken(node)) literals.set(node.getStart(file), node.end)
  })
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, source)
  /** @type {string[]} */
  const comments = []
  let code = ''
  while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken) {
    const start = scanner.getTokenStart()
    const end = literals.get(start)
    if (end !== undefined) scanner.resetTokenState(end)
    const text = source.slice(start, scanner.getTokenEnd())
    const isComment = [ts.SyntaxKind.SingleLineCommentTrivia, ts.SyntaxKind.MultiLineCommentTrivia].includes(
      scanner.getToken(),
    )
    if (isComment) comments.push(text)
    code += isComment
      ? blank(text)
      : end === undefined
        ? text
        : text[0] + blank(text.slice(1, -1)) + text.at(-1)
  }
  return { code, comments }
}

const scanned = remembering(scan)

/** @param {string} text */
const blank = (text) => text.replaceAll(/[^\n]/g, ' ')

/** The code without comments and texts, in the same places. @param {string} source */
export const codeOnly = (source) => scanned(source).code

/** @param {string} source */
export const commentsOf = (source) => scanned(source).comments

/**
 * An import, or a re-export from another module. The specifier is `<computed>` if it is not a plain string. A `static`
 * one is loaded with the file, a `dynamic` one when the code calls `import()`, a `type` never.
 *
 * @typedef {{ specifier: string, kind: 'static' | 'dynamic' | 'type' }} Import
 */

export const importsOf = remembering((/** @type {string} */ source) => {
  /** @type {Import[]} */
  const imports = []
  /** @param {ts.Node | undefined} node @param {Import['kind']} kind */
  const add = (node, kind) =>
    imports.push({ specifier: node && ts.isStringLiteral(node) ? node.text : '<computed>', kind })
  walk(parsed(source), (node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.isTypeOnly ? 'type' : 'static')
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier)
      add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static')
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type')
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], 'dynamic')
  })
  return imports
})

/** @param {string} source */
export function exportedNames(source) {
  const file = parsed(source)
  const names = file.statements.flatMap((node) => {
    if (ts.isExportAssignment(node)) return ['default']
    if (ts.isExportDeclaration(node)) {
      const { exportClause, isTypeOnly } = node
      if (!exportClause || !ts.isNamedExports(exportClause)) return ['*']
      return exportClause.elements.map(({ name, isTypeOnly: own }) =>
        isTypeOnly || own ? `type ${name.text}` : name.text,
      )
    }
    const modifiers = (ts.canHaveModifiers(node) && ts.getModifiers(node)) || []
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return ['default']
    if (ts.isVariableStatement(node))
      return node.declarationList.declarations.map(({ name }) => name.getText(file))
    const { name } = /** @type {ts.DeclarationStatement} */ (node)
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    return [`${isType ? 'type ' : ''}${name?.getText(file)}`]
  })
  return [...new Set(names)].sort()
}

/** Returns the first comment of a file. @param {string} source */
export function headerOf(source) {
  return /^(?:#![^\n]*\n|'use client'\n)?\s*(\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?)+)/.exec(source)?.[1] ?? ''
}
