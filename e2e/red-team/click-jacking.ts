/**
 * Click-jacking attempts on the demo's confirmations, one row each: what is tried, what the user does meanwhile, and
 * what the attempt gains. The scripts run in the page with all its rights. They do not use the workbench's inbox, which
 * no real platform has.
 * @module
 */
import type { Page } from '@playwright/test'
import type { Heron } from '../demo/heron-page.js'

/** What an attempt gained, as seen in the ledger or in the page. */
export type Taken = 'payment' | 'recovery phrase' | 'nothing'

/** What a row uses. */
export interface JackingScene {
  /** The attacked page, with Ada signed in. */
  readonly heron: Heron
  /** Opens a page of another origin, with this HTML in its body. */
  readonly foreign: (html: string) => Promise<Page>
  /** The address of the demo. */
  readonly url: string
}

/** One attempt. */
export interface Jacking {
  readonly by: 'a script of the page' | 'a page of another origin'
  readonly tries: string
  /** What the user does, believing it to be something else. */
  readonly person: string
  /** Whether the user's sign-in still counts as a proof, if that matters. */
  readonly proof?: 'fresh' | 'spent'
  readonly play: (scene: JackingScene) => Promise<void>
  readonly gets: Taken
}

/** Asks for an offer to Grace, as the user does. */
async function offer({ heron }: JackingScene): Promise<void> {
  await heron.goTo('Send')
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.button(/^Confirm and send/).waitFor()
}

/** Holds the button of the recovery phrase with synthetic events of a script. */
async function holdByScript({ heron }: JackingScene): Promise<void> {
  await heron.goToRecoveryPhrase()
  await heron
    .button('Hold to show recovery phrase')
    .dispatchEvent('pointerdown', { button: 0, bubbles: true })
}

/** Enters an amount and confirms the payment with synthetic events of a script. */
async function payByScript(
  heron: JackingScene['heron'],
  form: { readonly field: string; readonly next: string; readonly agree: string },
): Promise<void> {
  await heron.button(form.next).waitFor()
  await heron.page.evaluate(async ({ field, next, agree }) => {
    const button = (text: string) =>
      [...document.querySelectorAll('button')].find((each) => each.textContent?.startsWith(text))
    const input = document.querySelector<HTMLInputElement>(field)
    if (input) input.value = '25'
    // Each second again, because a script does not give up after an error.
    for (let waits = 0; !button(agree); waits++) {
      if (waits % 50 === 0) button(next)?.click()
      if (waits > 3_000) throw new Error(`“${agree}” did not appear: ${document.body.innerText}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    button(agree)?.click()
  }, form)
}

export const jackings: readonly Jacking[] = [
  {
    by: 'a script of the page',
    tries: 'fills in a payment and confirms it, with events that it makes up',
    person: 'nothing',
    gets: 'payment',
    async play({ heron }) {
      await heron.goTo('Send')
      await payByScript(heron, { field: '#amount', next: 'Continue', agree: 'Confirm and send' })
    },
  },
  {
    by: 'a script of the page',
    tries: 'covers “Confirm and send” with other words that let clicks through',
    person: 'clicks “Show the weather”',
    gets: 'payment',
    async play(scene) {
      await offer(scene)
      const { page } = scene.heron
      const target = await page.evaluate(() => {
        const under = [...document.querySelectorAll('button')].find((each) =>
          each.textContent?.startsWith('Confirm and send'),
        )
        under?.scrollIntoView()
        const { x, y, width, height } = under?.getBoundingClientRect() ?? new DOMRect()
        const cover = document.createElement('div')
        cover.textContent = 'Show the weather'
        Object.assign(cover.style, {
          position: 'fixed',
          left: `${x}px`,
          top: `${y}px`,
          width: `${width}px`,
          height: `${height}px`,
          background: '#fff',
          color: '#000',
          zIndex: '9',
          pointerEvents: 'none',
        })
        document.body.append(cover)
        return { x: x + width / 2, y: y + height / 2 }
      })
      await page.mouse.click(target.x, target.y)
    },
  },
  {
    by: 'a script of the page',
    tries: 'moves the focus to “Confirm and send” just before a key is pressed in a field of its own',
    person: 'types into a search field, and presses Enter',
    gets: 'payment',
    async play(scene) {
      await offer(scene)
      const { page } = scene.heron
      await page.evaluate(() => {
        const field = document.createElement('input')
        document.querySelector('main')?.append(field)
        field.focus()
        field.addEventListener('keydown', ({ key }) => {
          if (key !== 'Enter') return
          const under = [...document.querySelectorAll('button')].find((each) =>
            each.textContent?.startsWith('Confirm and send'),
          )
          under?.focus()
        })
      })
      await page.keyboard.type('weather')
      await page.keyboard.press('Enter')
    },
  },
  {
    by: 'a script of the page',
    tries: 'fills the pocket, and answers the question of `confirm` itself',
    person: 'nothing',
    gets: 'payment',
    async play({ heron }) {
      await heron.goTo('Agents')
      await payByScript(heron, { field: '#pocket-amount', next: 'Move to pocket', agree: 'Send 25' })
    },
  },
  {
    by: 'a script of the page',
    tries: 'holds the button of the recovery phrase, with events that it makes up',
    person: 'nothing',
    proof: 'fresh',
    gets: 'recovery phrase',
    play: holdByScript,
  },
  {
    by: 'a script of the page',
    tries: 'holds it likewise, has a code mailed in “Confirm it’s you”, and guesses the code',
    person: 'nothing',
    proof: 'spent',
    gets: 'nothing',
    async play(scene) {
      await holdByScript(scene)
      const { dialog, page } = scene.heron
      await dialog.getByRole('button', { name: /^Email a code/ }).dispatchEvent('click')
      await dialog.getByLabel('6-digit code').waitFor()
      await page.evaluate(() => {
        const field = document.querySelector<HTMLInputElement>('#code')
        if (field) field.value = '000000'
        field?.form?.requestSubmit()
      })
      await dialog.getByText('That code is wrong').waitFor()
      await page.keyboard.press('Escape')
    },
  },
  {
    by: 'a script of the page',
    tries: 'holds it likewise, and changes the words of “Confirm it’s you”',
    person: 'uses the passkey to “stay signed in”',
    proof: 'spent',
    gets: 'recovery phrase',
    async play(scene) {
      await holdByScript(scene)
      const { dialog, page } = scene.heron
      await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
      await page.evaluate(() => {
        const words = document.querySelector('[role=dialog] p, dialog p')
        if (words) words.textContent = 'Sign in once more to stay signed in.'
      })
      await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    },
  },
  {
    by: 'a page of another origin',
    tries: 'shows the demo in an invisible frame under a button of its own',
    person: 'clicks that button',
    gets: 'nothing',
    async play({ foreign, url }) {
      const page = await foreign(
        `<button>Show the weather</button><iframe src="${url}/#send" style="opacity:0;position:fixed;inset:0;width:100%;height:100%"></iframe>`,
      )
      await refusedFrame(page, url)
    },
  },
  {
    by: 'a page of another origin',
    tries: 'shows the window of the identity provider in a frame',
    person: 'clicks in it',
    gets: 'nothing',
    async play({ foreign, url }) {
      const page = await foreign(
        `<iframe src="${url}/identity-provider.html" style="width:100%;height:100%"></iframe>`,
      )
      await refusedFrame(page, url)
    },
  },
  {
    by: 'a script of the page',
    tries: 'shows the demo in a frame of the same origin',
    person: 'clicks in it',
    gets: 'nothing',
    async play({ heron: { page }, url }) {
      await page.evaluate(() => {
        const frame = document.createElement('iframe')
        frame.src = '/?framed#send'
        document.body.append(frame)
      })
      await refusedFrame(page, url)
      await page.locator('iframe').evaluate((frame) => frame.remove())
    },
  },
  {
    by: 'a page of another origin',
    tries: 'opens the demo in a window of its own, and reaches for its buttons',
    person: 'nothing',
    gets: 'nothing',
    async play({ foreign, url }) {
      const page = await foreign('')
      const opened = page.waitForEvent('popup')
      await page.evaluate((address) => {
        Object.assign(globalThis, { opened: open(address) })
      }, `${url}/#send`)
      const popup = await opened
      await popup.waitForLoadState()
      const reached = await page.evaluate(() => {
        try {
          return Boolean((globalThis as { opened?: Window }).opened?.document.querySelector('button'))
        } catch (error) {
          return (error as Error).name
        }
      })
      if (reached !== 'SecurityError') throw new Error(`It reached into the window: ${reached}`)
      await popup.close()
    },
  },
]

/** Waits until the browser has refused to show the frame, and then clicks where the demo would be. */
async function refusedFrame(page: Page, url: string): Promise<void> {
  const inside = () => page.frames().find((frame) => frame !== page.mainFrame())
  for (;;) {
    const frame = inside()
    if (frame?.url().startsWith('chrome-error:')) break
    // If the frame were shown, it would contain the wallet.
    if (frame?.url().startsWith(url) && (await frame.locator('main').count()) > 0)
      throw new Error('The demo was shown in a frame.')
    await page.waitForTimeout(50)
  }
  await page.mouse.click(200, 200)
}
