/** Reads what the public doors export from the source: names, types, doc comments and members. @module */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript-5'
import { doors as allDoors } from '../doors.js'
import { root } from '../run.js'

const promised = allDoors.filter(({ isInternal }) => !isInternal)

/**
 * @typedef {object} Doc a doc comment
 * @property {string} text without citations, which are for maintainers
 * @property {readonly string[]} examples
 * @property {readonly string[]} throws
 *
 * @typedef {object} Member
 * @property {string} name
 * @property {string} owner the declaration that it belongs to
 * @property {string} type
 * @property {boolean} optional
 * @property {boolean} isMethod
 * @property {Doc} doc
 *
 * @typedef {object} Export
 * @property {string} name
 * @property {'function' | 'class' | 'interface' | 'type' | 'value'} kind
 * @property {string} code its declaration without bodies and comments
 * @property {Doc} doc
 * @property {readonly Member[]} members
 * @property {readonly string[]} hidden declarations that it uses and that no door exports
 *
 * @typedef {object} Door
 * @property {string} name as it is imported
 * @property {string} about
 * @property {readonly Export[]} exports
 *
 * @typedef {object} Call a method of the client
 * @property {string} operation
 * @property {string} request method and path
 * @property {string} about
 */

const printer = ts.createPrinter({ removeComments: true })

/** Makes a program of only the project's own files. The declarations of packages are documented elsewhere. */
function programOf(/** @type {readonly string[]} */ files) {
  const host = ts.createCompilerHost({})
  host.resolveModuleNames = (names, from) =>
    names.map((name) => {
      const path = join(dirname(from), name.replace(/\.js$/, '.ts'))
      return name.startsWith('.') && existsSync(path)
        ? { resolvedFileName: path, extension: ts.Extension.Ts }
        : undefined
    })
  return ts.createProgram(files, { noLib: true, types: [], target: ts.ScriptTarget.ES2022 }, host)
}

/** The doors of both packages, in the order of `package.json`, without those that only the other package uses. @returns {{ doors: readonly Door[], calls: readonly Call[] }} */
export function publicReference() {
  const sources = promised.map(({ name, source }) => /** @type {const} */ ([name, join(root, source)]))
  const program = programOf([...sources.map(([, path]) => path), join(root, 'src/wire/routes.ts')])
  const checker = program.getTypeChecker()
  const doors = sources.map(([name, path]) => ({ name, file: fileOf(program, path) }))
  const exported = new Set(doors.flatMap(({ file }) => exportsOf(checker, file)).map(({ name }) => name))
  return {
    doors: doors.map(({ name, file }) => ({
      name,
      about: plain(/\/\*\*([\s\S]*?)@module/.exec(file.text)?.[1] ?? ''),
      exports: exportsOf(checker, file).map((symbol) => exportOf(checker, symbol, exported)),
    })),
    calls: callsOf(program),
  }
}

/** @param {ts.Program} program @param {string} path */
function fileOf(program, path) {
  const file = program.getSourceFile(path)
  if (file === undefined) throw new Error(`${path} is missing`)
  return file
}

/** @param {ts.TypeChecker} checker @param {ts.SourceFile} file */
function exportsOf(checker, file) {
  const symbol = checker.getSymbolAtLocation(file)
  return symbol === undefined ? [] : checker.getExportsOfModule(symbol)
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} symbol @param {ReadonlySet<string>} exported @returns {Export} */
function exportOf(checker, symbol, exported) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  // A schema and its type may have the same name. Then only the type is exported.
  const isTypeOnly = symbol.declarations?.some(
    (one) => ts.isExportSpecifier(one) && (one.isTypeOnly || one.parent.parent.isTypeOnly),
  )
  const declarations = (target.declarations ?? []).filter(
    (one) => !isTypeOnly || !ts.isVariableDeclaration(one),
  )
  const declaration = declarations[0]
  if (declaration === undefined) throw new Error(`${symbol.name} is not declared`)
  const hidden = hiddenOf(checker, declaration, exported)
  return {
    name: symbol.name,
    kind: kindOf(declaration),
    code: codeOf(declaration),
    doc: docOf(declaration),
    members: [declaration, ...hidden].flatMap((one) => membersOf(one)),
    hidden: hidden.map(codeOf),
  }
}

/** @param {ts.Declaration} declaration @returns {Export['kind']} */
function kindOf(declaration) {
  if (ts.isFunctionDeclaration(declaration)) return 'function'
  if (ts.isClassDeclaration(declaration)) return 'class'
  if (ts.isInterfaceDeclaration(declaration)) return 'interface'
  if (ts.isTypeAliasDeclaration(declaration)) return 'type'
  if (functionOf(declaration)) return 'function'
  const type = ts.isVariableDeclaration(declaration) ? declaration.type : undefined
  return type && ts.isFunctionTypeNode(type) ? 'function' : 'value'
}

/** The arrow function that a constant is, if it has no type of its own. @param {ts.Node} node */
function functionOf(node) {
  if (!ts.isVariableDeclaration(node) || node.type || !node.initializer) return undefined
  return ts.isArrowFunction(node.initializer) ? node.initializer : undefined
}

/** Returns the declaration as a consumer sees it. @param {ts.Node} node @returns {string} */
function codeOf(node) {
  const file = node.getSourceFile()
  /** @param {ts.Node} one */
  const print = (one) => printer.printNode(ts.EmitHint.Unspecified, one, file)
  const arrow = functionOf(node)
  if (ts.isFunctionDeclaration(node) || arrow) {
    const { typeParameters, parameters, type } = arrow ?? /** @type {ts.FunctionDeclaration} */ (node)
    const name = /** @type {ts.Identifier | undefined} */ (/** @type {ts.NamedDeclaration} */ (node).name)
    const bare = parameters.map((one) =>
      ts.factory.updateParameterDeclaration(
        one,
        undefined,
        one.dotDotDotToken,
        ts.isIdentifier(one.name) ? one.name : ts.factory.createIdentifier('options'),
        one.initializer ? ts.factory.createToken(ts.SyntaxKind.QuestionToken) : one.questionToken,
        one.type,
        undefined,
      ),
    )
    return print(
      ts.factory.createFunctionDeclaration(undefined, undefined, name, typeParameters, bare, type, undefined),
    )
  }
  if (ts.isClassDeclaration(node)) {
    const parts = node.members
      .filter((one) => ts.isPropertyDeclaration(one) && !isPrivate(one))
      .map(
        (one) =>
          `  ${print(one)
            .replace(/^(?:declare |override )+/, '')
            .replace(/ = .*$/s, '')}`,
      )
    const heritage = node.heritageClauses?.map(print).join(' ') ?? ''
    return [`class ${node.name?.text}${heritage && ` ${heritage.trim()}`} {`, ...parts, '}'].join('\n')
  }
  if (ts.isVariableDeclaration(node)) {
    const { name, type, initializer } = node
    const rest = type ? `: ${print(type)}` : initializer ? ` = ${print(initializer)}` : ''
    return `const ${name.getText()}${rest}`
  }
  return withValues(print(node).replace(/^export /, ''), file.text)
}

/**
 * Replaces a type that is read from a list in the same file by the values of the list.
 * @param {string} code
 * @param {string} source
 */
function withValues(code, source) {
  return code.replaceAll(/ = \(typeof (\w+)\)\[number\];/g, (whole, name) => {
    const list = new RegExp(`const ${name}(?:: [^=]+)? = \\[([^\\]]*)\\] as const`).exec(source)?.[1]
    const values = list?.match(/'[^']*'/g)
    return values ? ` =${values.map((value) => `\n  | ${value}`).join('')};` : whole
  })
}

/** @param {ts.ClassElement} member */
const isPrivate = (member) => member.name !== undefined && ts.isPrivateIdentifier(member.name)

/**
 * Returns the project's types that a declaration uses and that no door exports, in order of use.
 *
 * @param {ts.TypeChecker} checker
 * @param {ts.Declaration} declaration
 * @param {ReadonlySet<string>} exported
 * @returns {readonly (ts.InterfaceDeclaration | ts.TypeAliasDeclaration)[]}
 */
function hiddenOf(checker, declaration, exported) {
  /** @type {Set<ts.InterfaceDeclaration | ts.TypeAliasDeclaration>} */
  const found = new Set()
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isBlock(node) || ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration))
      return
    const named = ts.isTypeReferenceNode(node)
      ? node.typeName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined
    if (named && ts.isIdentifier(named) && !exported.has(named.text)) {
      const symbol = checker.getSymbolAtLocation(named)
      const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
      for (const one of target?.declarations ?? []) {
        if (!(ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) || found.has(one)) continue
        // Computed types are left out, because their names say more than their code. The machine's events and effects
        // are left out, because they are internal.
        if (one.typeParameters || (ts.isTypeAliasDeclaration(one) && ts.isConditionalTypeNode(one.type)))
          continue
        if (one.getSourceFile().fileName.endsWith('machine/machine.ts')) continue
        found.add(one)
        visit(one)
      }
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(declaration, visit)
  return [...found]
}

/**
 * Returns the properties, methods and literals of a declaration, including those of inline types.
 *
 * @param {ts.Declaration} declaration
 * @returns {readonly Member[]}
 */
function membersOf(declaration) {
  const owner = /** @type {ts.NamedDeclaration} */ (declaration).name?.getText() ?? ''
  /** @type {Member[]} */
  const members = []
  /** @param {ts.Node} node @param {string} name @param {string} type @param {boolean} optional @param {boolean} isMethod */
  const add = (node, name, type, optional, isMethod) =>
    members.push({ name, owner, type, optional, isMethod, doc: docOf(node) })
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isMethodSignature(node)) {
      const type = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()).replace(/;$/, '')
      add(node, node.name.getText(), type, node.questionToken !== undefined, true)
    } else if (ts.isPropertySignature(node) || (ts.isPropertyDeclaration(node) && !isPrivate(node))) {
      const { type } = node
      const printed = type ? printer.printNode(ts.EmitHint.Unspecified, type, node.getSourceFile()) : 'string'
      add(
        node,
        node.name.getText(),
        printed,
        node.questionToken !== undefined,
        type !== undefined && ts.isFunctionTypeNode(type),
      )
    } else if (
      ts.isTypeLiteralNode(node) ||
      ts.isIntersectionTypeNode(node) ||
      ts.isParenthesizedTypeNode(node)
    ) {
      ts.forEachChild(node, visit)
    } else if (ts.isUnionTypeNode(node)) {
      for (const part of node.types) {
        if (ts.isLiteralTypeNode(part) && ts.isStringLiteral(part.literal))
          add(part, part.literal.text, `'${part.literal.text}'`, false, false)
        else visit(part)
      }
    }
  }
  if (ts.isTypeAliasDeclaration(declaration)) visit(declaration.type)
  else if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration))
    declaration.members.forEach(visit)
  else if (ts.isVariableDeclaration(declaration) && declaration.type) visit(declaration.type)
  // If several parts of a union have the same property, the property with a comment is used.
  const told = (/** @type {string} */ name) => members.find((one) => one.name === name && one.doc.text !== '')
  return members
    .filter(({ name }, index) => members.findIndex((one) => one.name === name) === index)
    .map((one) => told(one.name) ?? one)
}

/**
 * Returns the doc comment of a node. For a literal in a union, it is the comment above the literal's line.
 * @param {ts.Node} node
 * @returns {Doc}
 */
function docOf(node) {
  const holder = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const text = holder.getSourceFile().text
  // In a union, a comment before the bar belongs to what follows the bar.
  const start = ts.isLiteralTypeNode(node) ? text.lastIndexOf('|', node.getStart()) : holder.getStart()
  const from = ts.isLiteralTypeNode(node)
    ? text.lastIndexOf('\n', text.lastIndexOf('\n', start) - 1)
    : holder.getFullStart()
  const before = ts.isLiteralTypeNode(node) ? commentEndingAt(text, start) : text.slice(from, start)
  const comment = before.match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g)?.at(-1) ?? ''
  const lines = comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .replaceAll(/^[ \t]*\* ?/gm, '')
  const [about = '', ...tags] = lines.split(/^\s*@(?=\w)/m)
  const tagged = (/** @type {string} */ name) =>
    tags.filter((tag) => tag.startsWith(name)).map((tag) => tag.slice(name.length).trim())
  return { text: plain(about), examples: tagged('example'), throws: tagged('throws').map(plain) }
}

/** @param {string} text @param {number} end */
function commentEndingAt(text, end) {
  const before = text.slice(0, end).trimEnd()
  return before.endsWith('*/') ? before.slice(before.lastIndexOf('/**')) : ''
}

/**
 * Returns the methods of the client: the rows of the route table.
 * @param {ts.Program} program
 * @returns {readonly Call[]}
 */
function callsOf(program) {
  return (
    program
      .getSourceFiles()
      // The registration options are a call of the backend, not of the service.
      .filter(({ fileName }) =>
        /^(?!passkey-registration)[\w-]+\.ts$/.test(relative(join(root, 'src/wire'), fileName)),
      )
      .flatMap(({ statements }) => [...statements])
      .flatMap((statement) =>
        ts.isVariableStatement(statement) ? [...statement.declarationList.declarations] : [],
      )
      .flatMap((declaration) => {
        const { initializer } = declaration
        if (!initializer || !ts.isObjectLiteralExpression(initializer)) return []
        const field = (/** @type {string} */ name) => {
          const property = initializer.properties.find((one) => one.name?.getText() === name)
          return property && ts.isPropertyAssignment(property) && ts.isStringLiteral(property.initializer)
            ? property.initializer.text
            : undefined
        }
        const [operation, method, path] = [field('operation'), field('method'), field('path')]
        if (operation === undefined || method === undefined || path === undefined) return []
        const about = docOf(declaration).text.replace(/^`[^`]*`[.:,]?\s*/, '')
        return [{ operation, request: `${method} ${path}`, about }]
      })
      .sort((a, b) => a.operation.localeCompare(b.operation))
  )
}

/** The sections of the interface. In parentheses, their names are citations. */
const sections = new Set(
  [
    ...readFileSync(join(root, 'docs/internals/wire-facts.md'), 'utf8').matchAll(/^\| +([A-Z][^|]*?) +\|/gm),
  ].map(([, name]) => name),
)

/** Returns the text of a comment without margin and citations. @param {string} text */
function plain(text) {
  return text
    .replaceAll(/^[ \t]*\*(?!\*)[ \t]?/gm, '')
    .replaceAll(/(?<!\n)\n(?![\n-])[ \t]*/g, ' ')
    .replaceAll(/ ?\((?=[A-Z])([^()]*)\)/g, (whole, inside) =>
      inside
        .split('; ')
        .every((/** @type {string} */ part) => sections.has(part.split(/[,:]| and | \[/)[0] ?? ''))
        ? ''
        : whole,
    )
    .replaceAll(/ ?\([^()]*wire-facts[^()]*\)/g, '')
    .replaceAll(/ ?\[(?:run|provider SDK|reference|current|our choice)[^\]]*\]/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
}
