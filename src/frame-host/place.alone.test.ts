// @vitest-environment happy-dom
/** The frame in its page: what it may do, when it covers the page, and what has the focus. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { frameIn, type Place } from './place.js'

/** What the tests call of a place. A frame has all of it. */
type FramePlace = Required<Place>

let place: FramePlace
let field: HTMLInputElement
let other: HTMLInputElement
/** The frames that have entered the top layer. Entering it twice, or from outside the page, throws in browsers. */
let topLayer: HTMLElement[]

// Frames are in the page, but load nothing.
Object.assign(Reflect.get(window, 'happyDOM').settings, {
  enableIframePageLoading: true,
  navigation: { disableChildFrameNavigation: true },
})

beforeEach(() => {
  topLayer = []
  Object.assign(HTMLElement.prototype, {
    showPopover(this: HTMLElement) {
      if (!this.isConnected) throw new DOMException('Not in the page.', 'InvalidStateError')
      topLayer.push(this)
    },
  })
  field = document.createElement('input')
  other = document.createElement('input')
  const container = document.createElement('div')
  document.body.replaceChildren(field, other, container)
  field.focus()
  place = frameIn(container, 'https://wallet.example.com/frame.html') as FramePlace
})

afterEach(() => {
  place.remove()
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  vi.restoreAllMocks()
})

const frame = (): HTMLIFrameElement | null => document.querySelector('div > iframe')

test('a frame is loaded hidden, with the URL, a name, and passkeys for the origin of the URL alone', () => {
  expect(frame()).toBeNull()
  place.load()
  expect(frame()).toMatchObject({ src: 'https://wallet.example.com/frame.html', title: 'Wallet' })
  expect(frame()?.allow).toBe('publickey-credentials-get; publickey-credentials-create')
  expect([frame()?.style.visibility, topLayer]).toEqual(['hidden', []])
})

test('a frame that is shown covers the page in the top layer, and gives the page back', () => {
  place.load()
  place.show()
  const style = frame()?.style
  expect([style?.visibility, style?.position, style?.width, style?.height]).toEqual([
    'visible',
    'fixed',
    '100%',
    '100%',
  ])
  expect([frame()?.popover, topLayer]).toEqual(['manual', [frame()]])
  place.hide()
  expect([style?.visibility, frame()?.popover]).toEqual(['hidden', null])
})

test('a frame is shown in a browser without popovers, above the page by its z-index', () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  place.load()
  place.show()
  expect([frame()?.style.visibility, frame()?.style.zIndex]).toEqual(['visible', '2147483647'])
})

test('a frame that the page has taken out is not put into the top layer, which would throw', () => {
  place.load()
  frame()?.remove()
  expect(() => place.show()).not.toThrow()
  expect(topLayer).toEqual([])
})

test('a frame that is removed has gone, and its window with it', () => {
  place.load()
  place.remove()
  expect([frame(), place.window()]).toEqual([null, null])
})

describe('the focus', () => {
  const focused = (): Element | null => document.activeElement

  test('the focus goes to the frame that is shown, and back to what had it', () => {
    place.load()
    other.focus()
    place.show()
    expect(focused()).toBe(frame())
    place.hide()
    expect(focused()).toBe(other)
  })

  test('the focus goes back to what had it before the frame was loaded', () => {
    place.load()
    place.show()
    place.hide()
    expect(focused()).toBe(field)
  })

  test('the focus goes back to what had it before the question took it in the frame', () => {
    place.load()
    other.focus()
    frame()?.focus()
    frame()?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    place.show()
    place.hide()
    expect(focused()).toBe(other)
  })

  test('the focus is not taken from the question of a frame that has it', () => {
    place.load()
    frame()?.focus()
    const focus = vi.spyOn(frame() as HTMLElement, 'focus')
    place.show()
    expect([focus.mock.calls, focused()]).toEqual([[], frame()])
  })

  test('the focus stays where the person has put it meanwhile', () => {
    place.load()
    place.show()
    other.focus()
    const focus = vi.spyOn(other, 'focus')
    place.hide()
    expect([focus.mock.calls, focused()]).toEqual([[], other])
  })

  test('the focus does not stay in the hidden frame if what had it has gone', () => {
    place.load()
    place.show()
    field.remove()
    place.hide()
    expect(focused()).toBe(document.body)
  })

  test('the focus is not followed once the frame has been removed', () => {
    place.load()
    const unfollow = vi.spyOn(document, 'removeEventListener')
    place.remove()
    expect(unfollow.mock.calls.map(([type]) => type)).toEqual(['focusin'])
  })
})
