import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askLine } from './ask-line.js'

function dialog() {
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()]
  return { input, output, stop, signal: stop.signal }
}

describe('a question in a terminal', () => {
  it('a question is shown, and its answer is the first line, without spaces around it', async () => {
    const terminal = dialog()
    const answer = askLine('Which? ', terminal)
    terminal.input.write(' client-held \nmore\n')
    expect(await answer).toBe('client-held')
    expect(String(terminal.output.read())).toBe('Which? ')
  })

  it('an input that ends is an empty answer', async () => {
    const terminal = dialog()
    const answer = askLine('Which? ', terminal)
    terminal.input.end()
    expect(await answer).toBe('')
  })

  it('an interrupted question has no answer, not an empty one', async () => {
    const terminal = dialog()
    const answer = askLine('Which? ', terminal)
    terminal.stop.abort()
    await expect(answer).rejects.toThrow('was not answered')
  })
})
