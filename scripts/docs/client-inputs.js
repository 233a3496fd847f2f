/** The reference's page of the inputs of the client's calls, read from the same types that an editor shows. @module */
import { join } from 'node:path'
import ts from 'typescript-5'
import { root } from '../run.js'

/**
 * @typedef {object} Inputs
 * @property {string} operation
 * @property {readonly (readonly string[])[]} forms the fields, such as `email?: string`; one list for each form that
 * the inputs can have
 */

const printer = ts.createPrinter({ removeComments: true })

/**
 * Returns the inputs of every call, and the declarations of the types that their fields name.
 *
 * @returns {{ calls: readonly Inputs[], types: readonly string[] }}
 */
export function clientInputs() {
  const source = join(root, 'src/client/call-types.ts')
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root)
  const program = ts.createProgram([source], options)
  const checker = program.getTypeChecker()
  const calls = callsOf(program, checker, source)
  const text = calls.flatMap(({ forms }) => forms.flat()).join('\n')
  return { calls, types: typesIn(text, declarationsOf(program)) }
}

/** Returns the page that shows the inputs. @param {ReturnType<typeof clientInputs>} inputs */
export function inputsPage({ calls, types }) {
  const sections = calls.map(({ operation, forms }) => {
    const shown = forms.map((fields) => ['{', ...fields.map((field) => `  ${field}`), '}'].join('\n'))
    const block = ['```ts', shown.join(' | '), '```'].join('\n')
    return `## ${operation}() {#${operation}}\n\n${forms.length > 0 ? block : 'Takes no inputs.'}\n`
  })
  const named = ['```ts', types.join('\n\n'), '```'].join('\n')
  return `# embedded-wallet-auth/client: inputs\n\nThe fields of the object that each method of a [\`Client\`](./client.md#Client) takes, as an editor shows them. [The client](../client.md#calls) says where they go, and which options a call has. [Types that several fields share](#shared-types) are at the end.\n\n${sections.join('\n')}\n## Shared types {#shared-types}\n\n${named}\n`
}

/** @param {ts.Program} program @param {ts.TypeChecker} checker @param {string} source @returns {readonly Inputs[]} */
function callsOf(program, checker, source) {
  const file = program.getSourceFile(source)
  const door = file && checker.getSymbolAtLocation(file)
  const client = door && checker.getExportsOfModule(door).find(({ name }) => name === 'Client')
  if (client === undefined) throw new Error(`${source} exports no Client`)
  return checker
    .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(client))
    .map((method) => ({ operation: method.name, forms: formsOf(checker, method) }))
    .sort((a, b) => a.operation.localeCompare(b.operation))
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} method */
function formsOf(checker, method) {
  const [first] = checker.getTypeOfSymbol(method).getCallSignatures()[0]?.getParameters() ?? []
  if (first === undefined) throw new Error(`${method.name} takes nothing`)
  const given = checker.getTypeOfSymbol(first)
  // Most calls take their inputs as the first element of a tuple.
  const inputs = checker.isTupleType(given)
    ? checker.getTypeArguments(/** @type {ts.TypeReference} */ (given))[0]
    : given
  return (inputs?.isUnion() ? inputs.types : inputs ? [inputs] : [])
    .map((form) => checker.getPropertiesOfType(form).map((field) => fieldOf(checker, field)))
    .filter((fields) => fields.length > 0)
}

/** @param {ts.TypeChecker} checker @param {ts.Symbol} field */
function fieldOf(checker, field) {
  const isOptional = (field.flags & ts.SymbolFlags.Optional) !== 0
  const type = checker.getTypeOfSymbol(field)
  const shown = checker.typeToString(
    isOptional ? checker.getNonNullableType(type) : type,
    undefined,
    ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
  )
  return `${field.name}${isOptional ? '?' : ''}: ${shown}`
}

/** Returns the types and the lists of constants that the wire's files declare, by name. @param {ts.Program} program */
function declarationsOf(program) {
  /** @type {Map<string, ts.Node>} */
  const types = new Map()
  /** @type {Map<string, string>} */
  const constants = new Map()
  const files = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(join(root, 'src/wire/')))
  for (const one of files.flatMap(({ statements }) => [...statements])) {
    if (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) types.set(one.name.text, one)
    if (!ts.isVariableStatement(one)) continue
    for (const { name, initializer } of one.declarationList.declarations) {
      const list = initializer && ts.isAsExpression(initializer) ? initializer.expression : undefined
      if (list && ts.isArrayLiteralExpression(list))
        constants.set(name.getText(), list.elements.map((element) => element.getText()).join(' | '))
    }
  }
  return { types, constants }
}

/** Returns a declaration without comments, and with the values of the lists that it names. */
function codeOf(/** @type {ts.Node} */ node, /** @type {ReadonlyMap<string, string>} */ constants) {
  return printer
    .printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    .replace(/^export /, '')
    .replaceAll(/\(typeof (\w+)\)\[number\]/g, (whole, name) => constants.get(name) ?? whole)
}

/**
 * Returns the declarations that a text names, and those that these name in turn, in alphabetical order.
 *
 * @param {string} text
 * @param {ReturnType<typeof declarationsOf>} declarations
 * @returns {readonly string[]}
 */
function typesIn(text, { types, constants }) {
  /** @type {Map<string, string>} */
  const found = new Map()
  const visit = (/** @type {string} */ shown) => {
    for (const [name = ''] of shown.replaceAll(/'[^']*'/g, '').matchAll(/\b[A-Z]\w*/g)) {
      const node = types.get(name)
      if (node === undefined || found.has(name)) continue
      const code = codeOf(node, constants)
      found.set(name, code)
      visit(code)
    }
  }
  visit(text)
  return [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, code]) => code)
}
