/**
 * `npm run readme-images`: makes the pictures of the README from the running demo. They are a still picture in light
 * and in dark, and a short film of a sign-in, a payment whose answer is lost, and an attempt to read the key. The words
 * in the pictures are stored beside them, and a test compares these words with the demo.
 * @module
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStage } from './demo-stage.js'
import { gifOf } from './gif.js'
import { root } from './run.js'

/** @typedef {import('./demo-stage.js').Heron} Heron */

const folder = join(root, 'docs/images')
const stage = { width: 1280, height: 940 }
/** The maximum size of the film, in bytes. A larger film would make the README load slowly. */
const largest = 1_500_000
mkdirSync(folder, { recursive: true })
/** @type {Set<string>} */
const words = new Set()

await onStage(async ({ browser, scene }) => {
  await scene({ viewport: stage, deviceScaleFactor: 1.5, colorScheme: 'light' }, async ({ heron }) => {
    await signIn(heron)
    await pay(heron)
    await heron.press('Done')
    await heron.line('To Grace Hopper').waitFor()
    await fold(heron, 'State')
    await heron.page.mouse.move(0, 0)
    await note(heron)
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await heron.page.emulateMedia({ colorScheme })
      await heron.page.screenshot({ path: join(folder, `demo-${colorScheme}.png`) })
    }
  })

  await scene({ viewport: stage, colorScheme: 'light' }, async ({ heron, emulator }) => {
    const developer = await (await browser.newContext()).newPage()
    /** @type {import('./gif.js').Frame[]} */
    const frames = []
    const hold = async (/** @type {number} */ milliseconds) => {
      await heron.page.mouse.move(0, 0)
      const png = await heron.page.screenshot({ caret: 'initial' })
      const rgba = await developer.evaluate(pixels, png.toString('base64'))
      await note(heron)
      frames.push({ rgba: new Uint8Array(Buffer.from(rgba, 'base64')), milliseconds })
    }
    await signIn(heron, hold)
    emulator.faults.next('POST /quotes/{id}/execute', { drop: true })
    await pay(heron, hold)
    await heron.workbench.tryToReadTheKey()
    await heron.workbench.attempts.nth(2).scrollIntoViewIfNeeded()
    await hold(3_500)

    const gif = gifOf(frames, stage.width, stage.height)
    if (gif.length > largest) throw new Error(`The film has ${gif.length} bytes, the limit is ${largest}.`)
    writeFileSync(join(folder, 'demo.gif'), gif)
    console.log(`${frames.length} frames, ${Math.round(gif.length / 1024)} KiB`)
  })
})
writeFileSync(join(folder, 'words.json'), `${JSON.stringify([...words].sort(), null, 2)}\n`)
console.log(`Pictures in ${folder}`)

/**
 * Closes a part of the workbench, so that the parts below it become visible.
 * @param {Heron} heron
 * @param {string} part
 */
async function fold({ page }, part) {
  await page.locator('details.part > summary').filter({ hasText: part }).first().click()
  await page.locator('.workbench').evaluate((aside) => aside.scrollTo(0, 0))
}

/**
 * Stores the words that are visible in the window. A test checks that the demo still has them.
 * @param {Heron} heron
 */
async function note({ page }) {
  for (const text of await page.evaluate(shownTexts)) words.add(text)
}

/** Runs in the page. Leaves out generated text: JSON, calls, and values in a row. */
function shownTexts() {
  const texts = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement
    const text = walk.currentNode.textContent?.trim() ?? ''
    if (
      parent === null ||
      parent.closest('pre, code, svg, .call, .outcome, .action-title, .step-detail, .attempts') ||
      !/^(?!.*\s[·=]\s).*[a-z]{2}.* .*[a-z]{2}/i.test(text)
    )
      continue
    const { top, bottom } = parent.getBoundingClientRect()
    if (parent.checkVisibility() && bottom > 0 && top < innerHeight) texts.push(text)
  }
  return texts
}

/** @param {Heron} heron */
async function signIn(heron, hold = async (/** @type {number} */ _) => {}) {
  await hold(1_300)
  await heron.logInAs('Ada Lovelace')
  await heron.button(/^Email a code/).waitFor()
  await hold(1_000)
  await heron.askForCode()
  await heron.workbench.newestCode.waitFor()
  await hold(1_400)
  await heron.takeCodeFromInbox()
  await hold(900)
  await heron.press('Sign in')
  await heron.line('Grace Hopper').waitFor()
  await hold(1_800)
}

/** @param {Heron} heron */
async function pay(heron, hold = async (/** @type {number} */ _) => {}) {
  await heron.goTo('Send')
  await heron.button('Continue').waitFor()
  await hold(800)
  await heron.askForOffer('25', 'Grace Hopper')
  await heron.button(/^Confirm and send/).waitFor()
  await hold(1_400)
  await heron.confirmAndSend()
  const doubt = heron.notice('It hasn’t gone through yet.')
  const receipt = heron.button('Done')
  await doubt.or(receipt).waitFor()
  if (await doubt.isVisible()) {
    await heron.workbench.aside.locator('.action details[open]').scrollIntoViewIfNeeded()
    await hold(3_000)
    await heron.press('Finish this payment')
    await receipt.waitFor()
    await hold(2_000)
  }
}

/**
 * Decodes a PNG. Runs in a page, because browsers can decode PNG.
 *
 * @param {string} base64
 */
async function pixels(base64) {
  const png = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([png], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser draws nothing.')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  let text = ''
  for (let at = 0; at < data.length; at += 32_768)
    text += String.fromCharCode(...data.subarray(at, at + 32_768))
  return btoa(text)
}
