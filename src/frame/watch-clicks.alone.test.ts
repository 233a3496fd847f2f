// @vitest-environment happy-dom
/** Which clicks on a question count, in a page in memory: where its parts are and what is above them, the test says. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { canTrackVisibility, seenFor, type Watch, watchClicks } from './watch-clicks.js'

/** A part as the browser's observer sees it. */
type Sight = Partial<IntersectionObserverEntry> & { readonly isVisible?: boolean }

/** The browser's observer: it sees what a test tells it. */
class Eye {
  static open: Eye | undefined
  readonly parts = new Set<Element>()
  readonly #callback: (entries: object[]) => void
  readonly options: object
  constructor(callback: (entries: object[]) => void, options: object) {
    this.#callback = callback
    this.options = options
    Eye.open = this
  }
  observe(part: Element): void {
    this.parts.add(part)
  }
  disconnect(): void {
    this.parts.clear()
  }
  see(target: Element, sight: Sight = {}): void {
    this.#callback([{ target, intersectionRatio: 1, isVisible: true, ...sight }])
  }
}

/** One that can tell whether something of another page is above. */
class TrackingEye extends Eye {
  get trackVisibility(): boolean {
    return true
  }
}

/** Where each part is. */
let places: Map<Element, DOMRect>
let question: HTMLElement
let button: HTMLButtonElement
let watch: Watch
/** The types of the events that the question has heard of. */
let heard: string[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'requestAnimationFrame', 'cancelAnimationFrame'] })
  vi.stubGlobal('IntersectionObserver', TrackingEye)
  places = new Map()
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return places.get(this) ?? new DOMRect()
  })
  question = document.createElement('section')
  button = document.createElement('button')
  question.append(button, document.createElement('p'))
  document.body.replaceChildren(question)
  heard = []
  for (const type of ['click', 'submit', 'wallet-click-dropped'])
    question.addEventListener(type, () => heard.push(type))
})

afterEach(() => {
  watch.end()
  document.body.replaceChildren()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Asks: the question and its button come into sight. */
function asked(sights: { readonly question?: Sight; readonly button?: Sight } = {}): void {
  watch = watchClicks(question)
  Eye.open?.see(question, sights.question)
  Eye.open?.see(button, sights.button)
}

/** In this page, `window` is not the object at which its events arrive. */
const ofWindow = (event: Event): Event => Object.defineProperty(event, 'target', { value: window })

const pass = (ms: number): void => void vi.advanceTimersByTime(ms)

/** Dispatches an event as the browser does for a person. */
function happens(target: EventTarget, event: Event, isTrusted = true): Event {
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  target.dispatchEvent(event)
  return event
}

const everywhere = { bubbles: true, composed: true, cancelable: true }
const click = (target: EventTarget = button, pointerType = 'mouse', isTrusted = true): Event =>
  happens(target, new PointerEvent('click', { ...everywhere, pointerType }), isTrusted)
const press = (key: string): Event => happens(button, new KeyboardEvent('keydown', { ...everywhere, key }))

/** Whether a click on the button counts, and is heard of. */
function counts(): boolean {
  heard.splice(0)
  const { defaultPrevented } = click()
  expect(heard).toEqual([watch.isAgreed() ? 'click' : 'wallet-click-dropped'])
  expect(defaultPrevented).toBe(!watch.isAgreed())
  return watch.isAgreed()
}

describe('a click on a question', () => {
  test('a click counts once the question and the button have been in sight for half a second', () => {
    asked()
    pass(seenFor)
    expect(counts()).toBe(true)
  })

  test('a click a moment before is dropped, and may be made again', () => {
    asked()
    pass(seenFor - 1)
    expect(counts()).toBe(false)
    pass(1)
    expect(counts()).toBe(true)
  })

  test.each<[string, Parameters<typeof asked>[0]]>([
    ['a part of the question is out of the window', { question: { intersectionRatio: 0.95, ...rects(200) } }],
    ['a part of the button is out of the window', { button: { intersectionRatio: 0.95, ...rects(900) } }],
    ['something of another page is above the question', { question: { isVisible: false } }],
    ['something of another page is above the button', { button: { isVisible: false } }],
  ])('a click is dropped while %s, and until half a second after', (_, sights) => {
    asked(sights)
    pass(10 * seenFor)
    expect(counts()).toBe(false)
    Eye.open?.see(question)
    Eye.open?.see(button)
    pass(seenFor - 1)
    expect(counts()).toBe(false)
    pass(1)
    expect(counts()).toBe(true)
  })

  test('a click is dropped if the button was out of sight in between', () => {
    asked()
    pass(seenFor)
    Eye.open?.see(button, { isVisible: false })
    expect(counts()).toBe(false)
  })

  test('a click is not put off by another look at a part that has stayed in sight', () => {
    asked()
    pass(seenFor - 1)
    Eye.open?.see(button)
    pass(1)
    expect(counts()).toBe(true)
  })

  test('a click is dropped if a script made it', () => {
    asked()
    pass(seenFor)
    click(button, 'mouse', false)
    expect([watch.isAgreed(), heard]).toEqual([false, ['wallet-click-dropped']])
  })

  test('a click is dropped while the page does not have the focus', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    asked()
    pass(seenFor)
    expect(counts()).toBe(false)
  })

  test('a click is dropped while the page is hidden', () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    asked()
    pass(seenFor)
    expect(counts()).toBe(false)
  })

  test('a click beside the controls is dropped, and the question is not told', () => {
    asked()
    pass(seenFor)
    click(question.querySelector('p') as Element)
    expect([watch.isAgreed(), heard]).toEqual([false, []])
  })

  test('a click on something else of the page agrees to nothing', () => {
    const other = document.createElement('button')
    document.body.append(other)
    asked()
    Eye.open?.see(other)
    pass(seenFor)
    expect([click(other).defaultPrevented, watch.isAgreed(), heard]).toEqual([true, false, []])
  })

  test('a click counts on a control in the shadow root, and on one that is added later', async () => {
    const root = question.attachShadow({ mode: 'open' })
    asked()
    const added = document.createElement('button')
    root.append(added)
    await Promise.resolve()
    expect(Eye.open?.parts).toContain(added)
    Eye.open?.see(added)
    pass(seenFor)
    click(added)
    expect(watch.isAgreed()).toBe(true)
  })

  test('a click is looked at no more once the question has ended, and nothing is observed', async () => {
    asked()
    watch.end()
    question.append(document.createElement('button'))
    await Promise.resolve()
    click()
    expect([heard, watch.isAgreed(), Eye.open?.parts.size, vi.getTimerCount()]).toEqual([
      ['click'],
      false,
      0,
      0,
    ])
  })
})

describe('a page that changes', () => {
  test.each<[string, () => void]>([
    ['the button moves by 4 px', () => places.set(button, new DOMRect(0, 4))],
    ['the question moves by 3 px to each side', () => places.set(question, new DOMRect(3, 3))],
    ['the window moves on the screen', () => vi.stubGlobal('screenX', 9)],
    ['the window gets wider', () => vi.stubGlobal('innerWidth', innerWidth + 1)],
    ['the window is resized', () => dispatchEvent(new Event('resize'))],
    ['something is scrolled', () => question.dispatchEvent(new Event('scroll'))],
    ['the window gets the focus', () => dispatchEvent(ofWindow(new Event('focus')))],
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    [
      'a mouse comes into the page',
      () =>
        document.documentElement.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' })),
    ],
  ])('a click is dropped until half a second after %s', (_, disturb) => {
    asked()
    pass(seenFor)
    disturb()
    expect(counts()).toBe(false)
    pass(seenFor - 1)
    expect(counts()).toBe(false)
    pass(1)
    expect(counts()).toBe(true)
  })

  test('a click is dropped if a button has moved when another one was added', async () => {
    asked()
    pass(seenFor)
    places.set(button, new DOMRect(0, 100))
    question.append(document.createElement('button'))
    await Promise.resolve()
    expect(counts()).toBe(false)
  })

  test.each<[string, () => void]>([
    ['the button moves by less than 4 px', () => places.set(button, new DOMRect(0, 3))],
    ['a button gets the focus', () => button.dispatchEvent(new FocusEvent('focus'))],
    [
      'a finger comes into the page',
      () =>
        document.documentElement.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'touch' })),
    ],
  ])('a click counts at once after %s', (_, happening) => {
    asked()
    pass(seenFor)
    happening()
    expect(counts()).toBe(true)
  })

  test('a click is dropped after the button has moved away and come back', () => {
    asked()
    pass(seenFor)
    places.set(button, new DOMRect(0, 100))
    pass(100)
    places.delete(button)
    pass(100)
    expect(counts()).toBe(false)
  })
})

describe('a key', () => {
  beforeEach(() => {
    asked()
    pass(seenFor)
    button.focus()
  })

  test('a key that presses the button in the middle of typing is dropped', () => {
    press('k')
    pass(seenFor - 1)
    press(' ')
    click(button, '')
    expect([watch.isAgreed(), heard]).toEqual([false, ['wallet-click-dropped']])
  })

  test('a key that presses the button half a second after another one counts', () => {
    press('k')
    pass(seenFor)
    press(' ')
    click(button, '')
    expect(watch.isAgreed()).toBe(true)
  })

  test.each(['Tab', 'ArrowDown'])('a key that presses the button soon after %s counts', (key) => {
    press(key)
    press('Enter')
    click(button, '')
    expect(watch.isAgreed()).toBe(true)
  })

  test('a click without a pointer and without the focus counts in the middle of typing, as by voice', () => {
    button.blur()
    press('k')
    press('k')
    click(button, '')
    expect(watch.isAgreed()).toBe(true)
  })

  test('a click with the mouse counts in the middle of typing, too', () => {
    press('k')
    press('k')
    expect(counts()).toBe(true)
  })

  test('Enter in a field of the question counts, without a click', () => {
    press('1')
    press('Enter')
    happens(question, new Event('submit', everywhere))
    expect([watch.isAgreed(), heard]).toEqual([true, ['submit']])
  })

  test('Enter in a field is dropped if the question has just moved', () => {
    places.set(question, new DOMRect(0, 9))
    const { defaultPrevented } = happens(question, new Event('submit', everywhere))
    expect([defaultPrevented, watch.isAgreed(), heard]).toEqual([true, false, ['wallet-click-dropped']])
  })
})

/** Sizes of a question, and of what is shown of it. */
function rects(
  height: number,
  shown = height,
  [width, shownWidth]: readonly [number, number] = [300, 300],
): Sight {
  return {
    boundingClientRect: new DOMRect(0, 0, width, height),
    intersectionRect: new DOMRect(0, 0, shownWidth, shown),
  }
}

describe('a question that is taller than the window', () => {
  const tall = (window: number, sight: Sight): boolean => {
    vi.stubGlobal('innerHeight', window)
    asked({ question: { intersectionRatio: 0.5, ...sight } })
    pass(seenFor)
    return counts()
  }

  test.each<[string, number, Sight, boolean]>([
    ['counts if the question fills it', 400, rects(800, 400), true],
    ['counts if the question fills it but for a margin', 400, rects(800, 360), true],
    ['is dropped if the question fills less of it', 400, rects(800, 359), false],
    ['is dropped if one reads nothing through the window', 319, rects(800, 319), false],
    ['is dropped if a side of the question is out of it', 400, rects(800, 400, [300, 295]), false],
    ['is dropped if the whole question could be shown', 400, rects(360, 360), false],
    ['is dropped if the question is covered', 400, { ...rects(800, 400), isVisible: false }, false],
  ])('a click on a question that is taller than the window %s', (_, window, sight, isCounted) => {
    expect(tall(window, sight)).toBe(isCounted)
  })
})

describe('what is above the page', () => {
  test('a browser that cannot tell what is above is known, and a click in a window counts without', () => {
    expect(canTrackVisibility()).toBe(true)
    vi.stubGlobal('IntersectionObserver', Eye)
    expect(canTrackVisibility()).toBe(false)
    asked({ question: { isVisible: false }, button: { isVisible: false } })
    pass(seenFor)
    expect([counts(), Object.keys(Eye.open?.options ?? {})]).toEqual([true, ['threshold']])
  })

  test('a browser that can tell what is above is asked to', () => {
    asked()
    expect(Eye.open?.options).toMatchObject({ trackVisibility: true, delay: 100 })
  })

  test('a browser without an observer cannot tell what is above', () => {
    asked()
    vi.stubGlobal('IntersectionObserver', undefined)
    expect(canTrackVisibility()).toBe(false)
  })
})
