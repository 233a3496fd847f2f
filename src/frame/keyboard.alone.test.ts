// @vitest-environment happy-dom
/** The keys of a page in memory while it shows something: Escape refuses, and Tab goes round. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hearEscape, keepFocus } from './keyboard.js'

afterEach(() => document.body.replaceChildren())

/** Presses a key where the focus is. Returns whether the browser then does what it does with the key. */
const press = (key: string, more: KeyboardEventInit = {}): boolean =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, key, ...more }),
  )

describe('Escape', () => {
  let refused: number
  let stop: () => void

  beforeEach(() => {
    refused = 0
    stop = hearEscape(() => {
      refused += 1
    })
    onTestFinished(() => stop())
  })

  test('refuses, and no other key does', () => {
    press('Enter')
    press('Escape')
    expect(refused).toBe(1)
  })

  test('that ends the entry of a character refuses nothing', () => {
    press('Escape', { isComposing: true })
    expect(refused).toBe(0)
  })

  test('that a view uses for something of its own refuses nothing', () => {
    const view = document.createElement('section')
    view.addEventListener('keydown', (event) => event.preventDefault())
    document.body.append(view)
    view.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    expect(refused).toBe(0)
  })

  test('is no longer heard once what was shown has gone', () => {
    stop()
    press('Escape')
    expect(refused).toBe(0)
  })
})

describe('Tab', () => {
  /** The two buttons of the question, between which another one is disabled, one hidden and one without a tab stop. */
  let first: HTMLButtonElement
  let last: HTMLButtonElement
  let heading: HTMLElement
  let root: ShadowRoot
  let stop: () => void

  beforeEach(() => {
    const view = document.createElement('section')
    root = view.attachShadow({ mode: 'open' })
    heading = document.createElement('h2')
    heading.tabIndex = -1
    const [one, disabled, hidden, skipped, other, after] = Array.from({ length: 6 }, () =>
      document.createElement('button'),
    ) as [HTMLButtonElement, ...HTMLButtonElement[]] as HTMLButtonElement[] & { length: 6 }
    first = one as HTMLButtonElement
    last = other as HTMLButtonElement
    root.append(heading, first, last)
    for (const each of [disabled, hidden, skipped, after] as HTMLButtonElement[]) root.append(each)
    ;(disabled as HTMLButtonElement).disabled = true
    ;(hidden as HTMLButtonElement).getClientRects = () => [] as unknown as DOMRectList
    ;(skipped as HTMLButtonElement).tabIndex = -1
    ;(after as HTMLButtonElement).disabled = true
    document.body.append(view)
    stop = keepFocus()
    onTestFinished(() => stop())
  })

  const focused = (): Element | null => root.activeElement

  test('goes from the last control to the first', () => {
    last.focus()
    expect([press('Tab'), focused()]).toEqual([false, first])
  })
})
