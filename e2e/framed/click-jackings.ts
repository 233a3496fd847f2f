/**
 * What a hostile page around the frame does so that the person clicks the wallet's button without seeing what it is for.
 * The functions that are passed to `evaluate` run in the page, and use only `jack`.
 * @module
 */
import type { Page } from '@playwright/test'

/** The tools of the hostile page. */
interface Jack {
  /** The frame, no longer in the top layer, and wholly visible unless the attack changes that. */
  frame(): HTMLIFrameElement
  /** Puts the frame where the middle of its button is at a point of the page. */
  buttonTo(x: number, y: number): void
  /** Adds something of the page, above everything. */
  above(style: Partial<CSSStyleDeclaration>): HTMLElement
  /** Adds something of the page, below the frame. */
  below(style: Partial<CSSStyleDeclaration>): HTMLElement
}

declare global {
  var jack: Jack & { button: { readonly x: number; readonly y: number }; undo(): void }
}

/** A point of the page. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Where a question is shown: the page around the frame, and the middle of the button that pays. */
interface Scene {
  readonly page: Page
  readonly button: Point
  /** Clicks as fast as a mouse does. */
  readonly click: (at: Point) => Promise<void>
}

export interface Jacking {
  readonly tries: string
  /** Ends with the click, or the keys, of the person. */
  readonly play: (scene: Scene) => Promise<void>
}

/** Longer than what has to have been visible before a click counts. */
const longEnough = 800
/** Where the page has the person click or type. */
const decoy: Point = { x: 900, y: 120 }

/** Defines `jack`. Runs in the page. */
export function armJack(button: Point): void {
  const added: HTMLElement[] = []
  const { documentElement } = document
  const add = (style: Partial<CSSStyleDeclaration>): HTMLElement => {
    const element = document.createElement('div')
    Object.assign(element.style, { position: 'fixed', margin: '0', border: '0', padding: '0', ...style })
    added.push(element)
    document.body.append(element)
    return element
  }
  const frame = (): HTMLIFrameElement => document.querySelector('iframe') as HTMLIFrameElement
  // A policy may forbid the attribute, but not the property.
  const { cssText } = frame().style
  globalThis.jack = {
    button,
    frame() {
      frame().removeAttribute('popover')
      Object.assign(frame().style, { zIndex: '1', visibility: 'visible' })
      return frame()
    },
    buttonTo(x, y) {
      Object.assign(jack.frame().style, {
        inset: 'auto',
        left: `${x - button.x}px`,
        top: `${y - button.y}px`,
      })
    },
    above(look) {
      const element = add(look)
      element.popover = 'manual'
      element.showPopover()
      return element
    },
    below: (look) => add({ zIndex: '0', ...look }),
    undo() {
      for (const each of added.splice(0)) each.remove()
      documentElement.style.cssText = ''
      document.body.style.cssText = ''
      frame().style.cssText = cssText
      frame().popover = 'manual'
      frame().showPopover()
      frame().focus()
      scrollTo(0, 0)
    },
  }
}

/** All attacks. */
export const jackings: readonly Jacking[] = [
  {
    tries: 'covers the question with other words that let clicks through',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        const look = { inset: '0', width: '100%', height: '100%', background: '#fff', pointerEvents: 'none' }
        jack.above(look).textContent = 'Show the weather'
      })
      await page.waitForTimeout(longEnough)
      await click(button)
    },
  },
  {
    tries: 'makes the frame transparent above a button of its own',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        jack.frame().style.opacity = '0.01'
      })
      await page.waitForTimeout(longEnough)
      await click(button)
    },
  },
  {
    tries: 'makes the frame too small to be read',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        Object.assign(jack.frame().style, { transform: 'scale(0.05)', transformOrigin: '0 0' })
      })
      await page.waitForTimeout(longEnough)
      await click({ x: button.x * 0.05, y: button.y * 0.05 })
    },
  },
  {
    tries: 'keeps the frame out of sight, and slides it under the pointer just before the click',
    async play({ page, click }) {
      await page.evaluate(() => jack.buttonTo(-3_000, 0))
      await page.waitForTimeout(longEnough)
      await page.evaluate(({ x, y }) => {
        addEventListener('mousemove', () => jack.buttonTo(x, y), { once: true })
      }, decoy)
      await page.mouse.move(decoy.x, decoy.y)
      await page.waitForTimeout(60)
      await click(decoy)
    },
  },
  {
    tries: 'shows the question elsewhere, and has the frame jump under the pointer just before the click',
    async play({ page, click }) {
      await page.evaluate(() => {
        Object.assign(jack.frame().style, { width: '500px', height: '700px' })
      })
      await page.mouse.move(decoy.x, decoy.y)
      await page.waitForTimeout(longEnough)
      await page.evaluate(({ x, y }) => jack.buttonTo(x, y), decoy)
      await page.waitForTimeout(40)
      await click(decoy)
    },
  },
  {
    tries: 'shifts the frame, under the pointer all the time, so that the button is there at the click',
    async play({ page, button, click }) {
      await page.evaluate(() => jack.frame())
      const beside = { x: button.x, y: button.y + 150 }
      await page.mouse.move(beside.x, beside.y)
      await page.waitForTimeout(longEnough)
      await page.evaluate(({ x, y }) => jack.buttonTo(x, y), beside)
      await page.waitForTimeout(40)
      await click(beside)
    },
  },
  {
    tries: 'takes the first click of a double click, and lets the second through',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        const look = { inset: '0', width: '100%', height: '100%', background: '#fff' }
        const cover = jack.above(look)
        cover.addEventListener('pointerup', () => {
          cover.style.pointerEvents = 'none'
          cover.hidePopover()
        })
      })
      await page.waitForTimeout(longEnough)
      await click(button)
      await page.waitForTimeout(80)
      await click(button)
    },
  },
  {
    tries: 'has the person drag something to the button, and click there once more',
    async play({ page, button, click }) {
      await page.evaluate(({ x, y }) => {
        jack.frame().style.pointerEvents = 'none'
        const look = {
          left: `${x - 40}px`,
          top: `${y - 40}px`,
          width: '80px',
          height: '80px',
          background: 'red',
        }
        const piece = jack.above(look)
        piece.addEventListener('pointerdown', () => {
          addEventListener('pointermove', ({ clientX, clientY }) => {
            Object.assign(piece.style, { left: `${clientX - 40}px`, top: `${clientY - 40}px` })
          })
        })
        addEventListener('pointerup', () => {
          jack.frame().style.pointerEvents = 'auto'
          piece.style.pointerEvents = 'none'
        })
      }, decoy)
      await page.mouse.move(decoy.x, decoy.y)
      await page.mouse.down()
      await page.mouse.move(button.x, button.y, { steps: 10 })
      await page.waitForTimeout(longEnough)
      await page.mouse.up()
      await click(button)
    },
  },
  {
    tries: 'fills the screen with something of its own that lets clicks through',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        const look = { inset: '0', width: '100%', height: '100%', background: '#fff' }
        const cover = jack.above(look)
        cover.addEventListener('click', () => {
          cover.hidePopover()
          cover.removeAttribute('popover')
          cover.style.pointerEvents = 'none'
          void cover.requestFullscreen()
        })
      })
      await click(button)
      await page.waitForFunction(() => document.fullscreenElement !== null)
      await page.waitForTimeout(longEnough)
      await click(button)
      await page.evaluate(() => document.exitFullscreen())
    },
  },
  {
    tries: 'puts a picture with another amount over the terms, and leaves the button free',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        const { x, y } = jack.button
        const look = { left: `${x - 150}px`, top: `${y - 220}px`, width: '300px', height: '60px' }
        const picture = jack.above({ ...look, background: '#fff', pointerEvents: 'none' })
        picture.textContent = '0.01 USDB'
      })
      await page.waitForTimeout(longEnough)
      await click(button)
    },
  },
  {
    tries: 'scrolls the question under the pointer just before the click',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        document.body.style.height = '4000px'
        Object.assign(jack.frame().style, { position: 'absolute', inset: 'auto', left: '0', top: '900px' })
        Object.assign(jack.frame().style, { width: '600px', height: '700px' })
      })
      await page.mouse.move(button.x, button.y)
      await page.waitForTimeout(longEnough)
      await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
      await page.waitForTimeout(40)
      await click(button)
    },
  },
  {
    tries: 'hides the pointer, and draws one elsewhere',
    async play({ page, click }) {
      await page.evaluate(({ x, y }) => {
        document.documentElement.style.cursor = 'none'
        Object.assign(jack.frame().style, { width: '500px', height: '700px' })
        jack.buttonTo(250, 500)
        jack.below({ left: `${x}px`, top: `${y}px`, width: '12px', height: '20px', background: '#000' })
      }, decoy)
      await page.mouse.move(decoy.x, decoy.y)
      await page.waitForTimeout(longEnough)
      await page.mouse.move(250, 500)
      await page.waitForTimeout(40)
      await click({ x: 250, y: 500 })
    },
  },
  {
    tries: 'shows nothing of the frame but the button',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        const { x, y } = jack.button
        jack.frame().style.clipPath = `path("M ${x - 90} ${y - 25} h 180 v 50 h -180 z")`
      })
      await page.waitForTimeout(longEnough)
      await click(button)
    },
  },
  {
    tries: 'leaves the frame no more room than the button needs',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        Object.assign(jack.frame().style, { inset: 'auto', left: '0', top: '0', height: '200px' })
      })
      // The person reads on for the button.
      await page.mouse.move(button.x, 100)
      await page.mouse.wheel(0, button.y - 100)
      await page.waitForTimeout(longEnough)
      await click({ x: button.x, y: 100 })
    },
  },
  {
    tries: 'makes the terms unreadable with a filter',
    async play({ page, button, click }) {
      await page.evaluate(() => {
        jack.frame().style.filter = 'brightness(0)'
      })
      await page.waitForTimeout(longEnough)
      await click(button)
    },
  },
  {
    tries: 'moves the focus to the frame just before keys are pressed in a field of its own',
    async play({ page }) {
      await page.evaluate(() => {
        Object.assign(jack.frame().style, {
          inset: 'auto',
          left: '0',
          top: '0',
          width: '500px',
          height: '700px',
        })
        const field = document.createElement('input')
        jack.above({ inset: 'auto', right: '0', bottom: '0', width: '200px', height: '40px' }).append(field)
        field.focus()
        field.addEventListener('input', () => jack.frame().focus())
      })
      await page.waitForTimeout(longEnough)
      await page.keyboard.type('a')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
    },
  },
  {
    tries: 'clicks the frame with events that it makes up',
    async play({ page }) {
      await page.evaluate(() => {
        const { x, y } = jack.button
        const frame = jack.frame()
        for (const type of ['pointerdown', 'pointerup', 'click'])
          frame.dispatchEvent(new MouseEvent(type, { clientX: x, clientY: y, bubbles: true }))
        frame.click()
      })
    },
  },
]
