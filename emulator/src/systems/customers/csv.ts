/** Reads comma-separated values (RFC 4180). @module */

/**
 * Returns the rows of a CSV text as lists of fields, without empty lines. Returns `undefined` if a quoted field is not
 * closed, or if text follows a closing quote.
 */
export function csvRows(text: string): string[][] | undefined {
  const rows: string[][] = []
  let row: string[] = []
  // Matches a field and its delimiter: a comma, a line break, or the end of the text.
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  const source = text.replace(/^\uFEFF/, '')
  while (field.lastIndex < source.length || row.length > 0) {
    const [, value = '', end] = field.exec(source) ?? []
    if (end === undefined) return undefined
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
