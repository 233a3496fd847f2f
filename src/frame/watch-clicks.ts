/**
 * Lets a click count only if the person could see what they clicked. While a question is shown, every click in the page
 * of the frame is looked at before anything else hears of it. A click is dropped unless the browser made it for a
 * person, the page has the focus, and the question and the control have been wholly visible for half a second, with
 * nothing above them and nothing moved meanwhile. A key that presses the control counts only if no other key came in
 * that time: a person who is typing does not mean the question that appears. Of a question that is taller than the
 * window, what fills the window counts.
 *
 * Whether something of another page is above can only be told by `trackVisibility` of IntersectionObserver, which
 * Chromium has. Without it a frame does not ask; a window of its own has nothing above it.
 * @module
 */

/** What the guard knows about one question. */
export interface Watch {
  /** Whether a click has been let through. */
  readonly isAgreed: () => boolean
  readonly end: () => void
}

/** How long the person must have seen what they click, in milliseconds. */
export const seenFor = 500

/** What a person clicks. */
const controls = 'button,input,select,a,summary,[role=button]'

/** How tall a window must be whose question may be taller, in CSS pixels. A person reads nothing through a slit. */
const readable = 320

/** How much of a window a taller question must fill. The rest may be a margin. */
const filled = 0.9

/** How far a part may move without having moved, in CSS pixels. */
const tolerance = 4

/** Keys with which a person goes to a control. */
const movingKeys: ReadonlySet<string> = new Set([
  'Tab',
  'Shift',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
])

/** Whether the browser can tell that nothing is above a part of this page. */
export const canTrackVisibility = (): boolean =>
  typeof IntersectionObserver === 'function' && 'trackVisibility' in IntersectionObserver.prototype

/**
 * Watches the clicks for one question.
 *
 * @param element what shows the question. The event `wallet-click-dropped` tells it of a click that did not count
 */
export function watchClicks(element: HTMLElement): Watch {
  /** Since when each part has been visible: milliseconds of `performance.now()`. */
  const visibleSince = new Map<Element, number>()
  const ending = new AbortController()
  const { signal } = ending
  const tracks = canTrackVisibility()
  let undisturbedSince = performance.now()
  let agreed = false

  const eye = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const isWhole = entry.intersectionRatio >= 1 || (entry.target === element && isTooTall(entry))
        const isSeen = isWhole && (!tracks || Reflect.get(entry, 'isVisible') === true)
        if (!isSeen) visibleSince.delete(entry.target)
        else if (!visibleSince.has(entry.target)) visibleSince.set(entry.target, performance.now())
      }
    },
    // The type of the options lacks the two that make an observer track visibility.
    {
      threshold: Array.from({ length: 21 }, (_, index) => index / 20),
      ...(tracks && { trackVisibility: true, delay: 100 }),
    } as IntersectionObserverInit,
  )
  /** What is watched, and where each part was when it last moved. */
  const places = new Map<Element, { readonly x: number; readonly y: number }>()
  const watchPart = (part: Element): void => {
    if (places.has(part)) return
    places.set(part, part.getBoundingClientRect())
    eye.observe(part)
  }
  const watchParts = (): void => {
    watchPart(element)
    for (const root of [element, element.shadowRoot ?? element])
      for (const part of root.querySelectorAll(controls)) watchPart(part)
  }
  const grown = new MutationObserver(watchParts)
  for (const root of [element, element.shadowRoot ?? element])
    grown.observe(root, { childList: true, subtree: true })
  watchParts()

  const disturb = (): void => {
    undisturbedSince = performance.now()
  }
  let place = placeOf()
  /** Whether the window or a part has moved: a person may click where something else was. */
  const hasMoved = (): boolean => {
    const before = place
    place = placeOf()
    const moved = [...places].filter(([part, was]) => {
      const { x, y } = part.getBoundingClientRect()
      const isFar = Math.hypot(x - was.x, y - was.y) >= tolerance
      if (isFar) places.set(part, { x, y })
      return isFar
    })
    return place !== before || moved.length > 0
  }
  const look = (): void => {
    if (hasMoved()) disturb()
    frame = requestAnimationFrame(look)
  }
  let frame = requestAnimationFrame(look)

  /** The control of the question that an event is for. */
  const controlOf = (event: Event): EventTarget | undefined => {
    const path = event.composedPath()
    if (!path.includes(element)) return undefined
    // A form that is sent without a click on a control, by the key Enter in a field.
    if (event.type === 'submit') return element
    return path.find((each) => each instanceof Element && each.matches(controls))
  }
  const isSeen = (event: Event, control: EventTarget | undefined): boolean => {
    if (hasMoved()) disturb()
    const parts = [element, control]
    const seen = parts.map((part) => visibleSince.get(part as Element) ?? Number.POSITIVE_INFINITY)
    return (
      event.isTrusted &&
      document.visibilityState === 'visible' &&
      document.hasFocus() &&
      performance.now() - Math.max(undisturbedSince, ...seen) >= seenFor
    )
  }
  let pressedAt = Number.NEGATIVE_INFINITY
  let pressedBefore = Number.NEGATIVE_INFINITY
  const press = ({ key }: KeyboardEvent): void => {
    if (movingKeys.has(key)) return
    pressedBefore = pressedAt
    pressedAt = performance.now()
  }
  /** Whether a key has pressed a control in the middle of typing. In a field of the question, typing is meant. */
  const isTyped = (event: Event): boolean => {
    const isByKey = event instanceof PointerEvent && event.pointerType === ''
    const [control] = event.composedPath()
    const hasFocus = control instanceof Element && control.matches(':focus')
    return isByKey && hasFocus && performance.now() - pressedBefore < seenFor
  }
  const judge = (event: Event): void => {
    const control = controlOf(event)
    if (isSeen(event, control) && !isTyped(event)) {
      agreed = true
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    // A click beside the controls was for nothing.
    if (control) element.dispatchEvent(new CustomEvent('wallet-click-dropped'))
  }
  const options = { capture: true, signal }
  for (const type of ['click', 'submit']) addEventListener(type, judge, options)
  addEventListener('keydown', press, options)
  for (const type of ['resize', 'scroll']) addEventListener(type, disturb, options)
  // Of the window, and not of the button that a click focuses before it is judged.
  addEventListener('focus', ({ target }) => target === window && disturb(), options)
  document.addEventListener('visibilitychange', disturb, options)
  // The person may have looked at a pointer elsewhere, which the other page has drawn. A finger enters with every tap.
  const enter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') disturb()
  }
  document.documentElement.addEventListener('pointerenter', enter, { signal })

  return {
    isAgreed: () => agreed,
    end() {
      ending.abort()
      eye.disconnect()
      grown.disconnect()
      cancelAnimationFrame(frame)
    },
  }
}

/** Whether a question is taller than this window, as on a small phone or with a large text, and fills it. */
const isTooTall = ({
  boundingClientRect: all,
  intersectionRect: shown,
}: IntersectionObserverEntry): boolean =>
  innerHeight >= readable &&
  all.height > filled * innerHeight &&
  shown.height >= filled * innerHeight &&
  shown.width >= all.width - tolerance

/** Where the window is on the screen, and how large. */
const placeOf = (): string => [screenX, screenY, innerWidth, innerHeight].join()
