/** Asks the user for one line of text. @module */
import { createInterface } from 'node:readline'

/** Where a question is shown, where its answer is read, and the signal that stops the executable. */
export interface Dialog {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly signal: AbortSignal
}

/**
 * Shows a question and resolves with the line that the user enters, without spaces around it; with an empty text if the
 * input ends first. Rejects if the signal aborts.
 */
export async function askLine(question: string, { input, output, signal }: Dialog): Promise<string> {
  output.write(question)
  // Not as a `terminal`, so that the terminal itself edits the line and turns Ctrl-C into a signal for this process.
  const lines = createInterface({ input, terminal: false, signal })
  try {
    for await (const line of lines) return line.trim()
  } finally {
    lines.close()
  }
  if (signal.aborted) throw new Error('The question was not answered.')
  return ''
}
