/** Reads comma-separated values (RFC 4180), also as spreadsheets write them. @module */

/** The separators that spreadsheets use: a semicolon where the comma separates decimals. */
const separators = [',', ';', '\t'] as const

/**
 * Returns the rows of a CSV text as lists of fields, without rows whose fields are all blank, and without the line
 * `sep=;` of some spreadsheets. Without that line, the separator is the one that gives the heading the column `named`,
 * in any letter case. Returns `undefined` if no separator does, if a quoted field is not closed, or if text follows a
 * closing quote.
 */
export function csvRows(text: string, named: string): readonly CsvLine[] | undefined {
  const source = text.replace(/^\uFEFF/, '')
  const [line, stated] = /^"?sep=(.)"?(?:\r?\n|$)/i.exec(source) ?? []
  if (line !== undefined && stated !== undefined) return rowsOf(source.slice(line.length), stated)
  for (const separator of separators) {
    const rows = rowsOf(source, separator)
    if (rows?.[0]?.fields.some((field) => isNamed(field, named))) return rows
  }
  return undefined
}

/** A row with something in it. */
export interface CsvLine {
  /** The number of the row in the file, blank ones included. The heading has the number 0. */
  readonly number: number
  readonly fields: readonly string[]
}

const isNamed = (field: string, name: string): boolean => field.trim().toLowerCase() === name.toLowerCase()

function rowsOf(source: string, separator: string): readonly CsvLine[] | undefined {
  const rows: string[][] = []
  let row: string[] = []
  // Matches a field and its delimiter: a separator, a line break, or the end of the text.
  const mark = separator.replace(/[\\\]^-]/g, '\\$&')
  const field = new RegExp(`("(?:[^"]|"")*"|[^"${mark}\\r\\n]*)([${mark}]|\\r?\\n|\\r|$)`, 'y')
  while (field.lastIndex < source.length || row.length > 0) {
    const [, value = '', end] = field.exec(source) ?? []
    if (end === undefined) return undefined
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  const lines = rows.filter((fields, index) => index === 0 || fields.length > 1 || fields[0] !== '')
  return lines
    .map((fields, number) => ({ number, fields }))
    .filter(({ fields }) => fields.some((one) => one.trim() !== ''))
}
