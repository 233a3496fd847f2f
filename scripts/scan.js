/** Finds imports and exports in TypeScript or JavaScript without a compiler. @module */

/**
 * Returns the source with blanks in place of comments and of the contents of strings and regular expressions. Every
 * other character keeps its position.
 *
 * @type {typeof import('./scan.d.ts').codeOnly}
 */
export function codeOnly(source) {
  return scanned(source).code
}

/**
 * Returns the comments in order, with their delimiters.
 *
 * @type {typeof import('./scan.d.ts').commentsOf}
 */
export function commentsOf(source) {
  return scanned(source).comments
}

/** @param {string} source @returns {{ code: string, comments: string[] }} */
function scanned(source) {
  let out = ''
  let at = 0
  /** @type {string[]} */
  const comments = []
  /** The depths of braces at which a template literal continues. @type {number[]} */
  const templates = []
  let depth = 0
  const blank = (/** @type {number} */ end) => {
    out += source.slice(at, end).replaceAll(/[^\n]/g, ' ')
    at = end
  }
  const comment = (/** @type {number} */ end) => {
    comments.push(source.slice(at, end))
    blank(end)
  }
  const keep = () => {
    out += source[at] ?? ''
    at += 1
  }
  const template = () => {
    const end = endOf(source, at, /\\[\s\S]|`|\$\{/g, ['`', '${'])
    blank(end)
    if (source.startsWith('${', at)) {
      templates.push(depth)
      depth += 1
      blank(at + 2)
    } else keep()
  }
  while (at < source.length) {
    const char = source[at] ?? ''
    if (source.startsWith('//', at)) comment(after(source, '\n', at, 0))
    else if (source.startsWith('/*', at)) comment(after(source, '*/', at + 2, 2))
    else if (char === '"' || char === "'") {
      keep()
      blank(endOf(source, at, /\\[\s\S]|["'\n]/g, [char, '\n']))
      keep()
    } else if (char === '`') {
      keep()
      template()
    } else if (char === '/' && startsPattern(out)) {
      keep()
      blank(endOf(source, at, /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\\n])*\]|[/\n]/g, ['/', '\n']))
      keep()
    } else if (char === '}' && templates.at(-1) === depth - 1) {
      templates.pop()
      depth -= 1
      blank(at + 1)
      template()
    } else {
      if (char === '{') depth += 1
      if (char === '}') depth -= 1
      keep()
    }
  }
  return { code: out, comments }
}

/**
 * Returns every import and re-export, including `import()` in expressions and types.
 *
 * @type {typeof import('./scan.d.ts').importsOf}
 */
export function importsOf(source) {
  const code = codeOnly(source)
  const textAt = (/** @type {number} */ quote) =>
    source.slice(quote + 1, code.indexOf(code[quote] ?? '', quote + 1))
  const statements = [
    ...code.matchAll(/^[ \t]*(import|export)\s+(type\s+(?!from\b))?[\w$*{},\s]*?\bfrom\s*(?=['"])/gm),
    ...code.matchAll(/^[ \t]*(import)\s*()(?=['"])/gm),
  ].map((match) => ({
    specifier: textAt(match.index + match[0].length),
    kind: match[2] ? /** @type {const} */ ('type') : /** @type {const} */ ('static'),
  }))
  // A method can have the name `import` too.
  const calls = [...code.matchAll(/(\btypeof\s+)?(?<![.#]\s*)\bimport\s*\(\s*(?![^()]*\)\s*\{)/g)].map(
    (match) => {
      const end = match.index + match[0].length
      const quoted = code[end] === "'" || code[end] === '"'
      return {
        specifier: quoted ? textAt(end) : '<computed>',
        kind: match[1] ? /** @type {const} */ ('type') : /** @type {const} */ ('dynamic'),
      }
    },
  )
  return [...statements, ...calls]
}

/**
 * Returns the sorted names that a module exports. A type is listed as `type Name`, a default export as `default`, and
 * `export *` as `*`.
 *
 * @type {typeof import('./scan.d.ts').exportedNames}
 */
export function exportedNames(source) {
  const code = codeOnly(source)
  const lists = [...code.matchAll(/^export\s+(type\s+)?\{([^}]*)\}/gm)].flatMap(([, type, list = '']) =>
    list
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
      .map((item) => {
        const name = item.replace(/^type\s+/, '').replace(/^.*\sas\s+/, '')
        return type || item.startsWith('type ') ? `type ${name}` : name
      }),
  )
  const declared = [
    ...code.matchAll(
      /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function\*?|const|let|var|class|interface|type|enum|namespace)\s+([\w$]+)/gm,
    ),
  ].map(([, keyword, name]) => (keyword === 'interface' || keyword === 'type' ? `type ${name}` : `${name}`))
  const others = [...code.matchAll(/^export\s+(default\b|\*)/gm)].map(([, what]) => `${what}`)
  return [...new Set([...lists, ...declared, ...others])].sort()
}

/**
 * Returns the comment at the start of a file, or an empty string.
 *
 * @type {typeof import('./scan.d.ts').headerOf}
 */
export function headerOf(source) {
  return /^(?:#![^\n]*\n|'use client'\n)?\s*(\/\*[\s\S]*?\*\/|(?:\/\/[^\n]*\n?)+)/.exec(source)?.[1] ?? ''
}

/**
 * Whether a slash after `before` begins a regular expression, which is so where no value can end.
 * @param {string} before
 */
function startsPattern(before) {
  const last = before.trimEnd()
  return last === '' || /[(,=:[!&|?{};+\-*%~^<>]$|\b(?:return|typeof|case|of|in|await|yield)$/.test(last)
}

/**
 * Returns the index of the first match of `pattern` that is one of `ends`.
 * @param {string} source
 * @param {number} from
 * @param {RegExp} pattern
 * @param {readonly string[]} ends
 */
function endOf(source, from, pattern, ends) {
  pattern.lastIndex = from
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    if (ends.includes(match[0])) return match.index
  }
  return source.length
}

/**
 * Returns the index after `sought`, or the end of the source if `sought` is not found.
 * @param {string} source
 * @param {string} sought
 * @param {number} from
 * @param {number} length
 */
function after(source, sought, from, length) {
  const index = source.indexOf(sought, from)
  return index === -1 ? source.length : index + length
}
