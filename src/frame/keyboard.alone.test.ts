// @vitest-environment happy-dom
/** The keys of a page in memory while it shows something: Escape refuses, and Tab goes round. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

  test('Escape refuses, and no other key does', () => {
    press('Enter')
    press('Escape')
    expect(refused).toBe(1)
  })

  test('Escape that ends the entry of a character refuses nothing', () => {
    press('Escape', { isComposing: true })
    expect(refused).toBe(0)
  })

  test('Escape that a view uses for something of its own refuses nothing', () => {
    const view = document.createElement('section')
    view.addEventListener('keydown', (event) => event.preventDefault())
    document.body.append(view)
    view.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    expect(refused).toBe(0)
  })

  test('Escape is no longer heard once what was shown has gone', () => {
    stop()
    press('Escape')
    expect(refused).toBe(0)
  })
})

describe('Tab', () => {
  let root: ShadowRoot
  let letGo: () => void

  beforeEach(() => {
    // Only of what the page says is hidden: nothing is laid out here.
    vi.spyOn(HTMLElement.prototype, 'getClientRects').mockImplementation(function (this: HTMLElement) {
      return { length: this.hidden ? 0 : 1 } as DOMRectList
    })
    const view = document.createElement('section')
    root = view.attachShadow({ mode: 'open' })
    root.innerHTML = `<h2 tabindex="-1">Pay?</h2><button hidden>Up</button><button id="agree">Yes</button>
      <button id="more">More</button><button id="refuse">No</button>
      <button disabled>Wait</button><button tabindex="-1">Skip</button><p>An offer</p>`
    document.body.append(view)
    letGo = keepFocus()
  })

  afterEach(() => {
    letGo()
    vi.restoreAllMocks()
  })

  const focus = (what: string): void => root.querySelector<HTMLElement>(what)?.focus()
  /** What has the focus, once the key is pressed, and whether the browser moves it. */
  const outcomeOf = (key: string, more?: KeyboardEventInit) => {
    const isLeft = press(key, more)
    return [root.activeElement?.id, isLeft ? 'the browser moves it' : 'the page has moved it']
  }

  test('Tab goes from the last control to the first one, past what is hidden, disabled or not a stop', () => {
    focus('#refuse')
    expect(outcomeOf('Tab')).toEqual(['agree', 'the page has moved it'])
  })

  test('Tab goes back from the first control to the last one', () => {
    focus('#agree')
    expect(outcomeOf('Tab', { shiftKey: true })).toEqual(['refuse', 'the page has moved it'])
  })

  test('Tab goes back from the heading, which is before the first control, to the last one', () => {
    focus('h2')
    expect(outcomeOf('Tab', { shiftKey: true })).toEqual(['refuse', 'the page has moved it'])
  })

  test.each([
    ['from the first control on', '#agree', {}],
    ['from the heading on', 'h2', {}],
    ['back from the last control', '#refuse', { shiftKey: true }],
    ['either way between two others', '#more', {}],
  ])('Tab is left to the browser %s', (_, what, more) => {
    focus(what)
    expect(outcomeOf('Tab', more)[1]).toBe('the browser moves it')
  })

  test('Tab is left to a view that moves the focus itself', () => {
    root.host.addEventListener('keydown', (event) => event.preventDefault())
    focus('#refuse')
    press('Tab')
    expect(root.activeElement?.id).toBe('refuse')
  })

  test('Tab is left to the browser in a page without controls', () => {
    document.body.replaceChildren()
    expect(press('Tab')).toBe(true)
  })

  test('Tab is the only key that is taken', () => {
    focus('#refuse')
    expect(outcomeOf('Enter')).toEqual(['refuse', 'the browser moves it'])
  })

  test('Tab leaves the page again once what was shown has gone', () => {
    letGo()
    focus('#refuse')
    expect(outcomeOf('Tab')).toEqual(['refuse', 'the browser moves it'])
  })
})
