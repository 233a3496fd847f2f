/** The elements in a real browser. @module */
import type { Quote } from 'embedded-wallet-auth'
import { expect, test } from './fixtures.js'
import { objections } from './support/axe.js'
import { addElement, misfits } from './support/element-page.js'
import { balanceOf, quoteFor } from './support/quotes.js'
import { addPasskey, signInByCode } from './support/sign-in.js'

const door = { door: 'element' } as const
const codes = { attributes: { 'code-length': '6', 'code-lifetime': '300' } }

test('a pasted code signs in, after a wrong one, one that has expired and another one that was sent', async ({
  openTab,
  stack,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const wallet = await openTab(door)
  const { page } = wallet
  const form = await addElement(page, 'wallet-sign-in', codes)
  await form.getByRole('button', { name: 'Email me a code' }).click()
  const input = form.getByLabel('Code from the email')
  await expect(input).toBeFocused()
  await expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(input).toHaveAttribute('inputmode', 'numeric')

  await input.pressSequentially(stack.otp() === '111111' ? '222222' : '111111')
  await expect(form.getByRole('alert')).toContainText('That code is wrong or has expired.')
  await expect(input).toBeFocused()
  expect(await objections(page)).toEqual([])

  await stack.emulator.clock.advance(301_000)
  await input.pressSequentially(stack.otp())
  await expect(form.getByRole('alert')).toContainText('That code is wrong or has expired.')
  await form.getByRole('button', { name: 'Send a new code' }).click()
  await expect(form.getByRole('status')).toContainText('A new code is on its way.')

  await page.evaluate((text) => navigator.clipboard.writeText(text), `Your code: ${stack.otp()}.`)
  await input.focus()
  await page.keyboard.press('Control+V')
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'EMAIL_OTP' })
})

test('an element that moves to the document of a frame keeps what was typed and its look, and signs in', {
  tag: '@long',
}, async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  const form = await addElement(wallet.page, 'wallet-sign-in', codes)
  await form.getByRole('button', { name: 'Email me a code' }).click()
  await form.getByLabel('Code from the email').waitFor()
  const code = stack.otp()
  await form.getByLabel('Code from the email').pressSequentially(code.slice(0, 3))
  await form.evaluate((element) => {
    const frame = document.createElement('iframe')
    frame.width = frame.height = '600'
    document.body.append(frame)
    frame.contentDocument?.body.append(element)
  })
  const moved = wallet.page.frameLocator('iframe').locator('wallet-sign-in')
  const input = moved.getByLabel('Code from the email')
  await expect(input).toHaveValue(code.slice(0, 3))
  expect(await moved.evaluate(({ shadowRoot }) => shadowRoot?.adoptedStyleSheets.length)).toBe(1)
  await moved.evaluate((element) => element.setAttribute('lang', 'de'))
  await moved.getByRole('button', { name: 'Anmelden', exact: true }).waitFor()
  const german = moved.getByRole('textbox')
  await expect(german).toHaveValue(code.slice(0, 3))
  await german.fill(code)
  await expect.poll(async () => (await wallet.state()).session).toMatchObject({ status: 'active' })
})

test('an element that is given the focus before its texts have loaded gives it to its heading', async ({
  openTab,
}) => {
  const { page } = await openTab(door)
  await page.evaluate(() => {
    const element = Object.assign(document.createElement('wallet-sign-in'), { wallet: harness.wallet })
    document.body.append(element)
    element.focus()
  })
  await expect(page.getByRole('heading', { name: 'Sign in to your wallet' })).toBeFocused()
})

test('a passkey is offered first and signs in; one that is not used leads back to its button', async ({
  openTab,
  stack,
}) => {
  const wallet = await openTab(door)
  await addPasskey(wallet, stack)
  await wallet.signOut()
  const { page, authenticator } = wallet
  const form = await addElement(page, 'wallet-sign-in')
  const first = form.getByRole('button').first()
  await expect(first).toHaveText('Use a passkey')

  await authenticator.verifiesUser('no')
  await first.click()
  // Not an alert, because browsers do not distinguish this case from a dismissed dialog.
  await expect(form.getByRole('status')).toContainText('Your passkey was not used.')
  await expect(first).toBeFocused()
  await authenticator.verifiesUser('yes')

  await authenticator.presence('waiting')
  await first.click()
  await expect(form.getByRole('heading', { name: 'Use your passkey' })).toBeFocused()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(first).toBeFocused()
  await expect(form.getByRole('alert')).toBeEmpty()
  await authenticator.presence('at once')

  await first.click()
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'PASSKEY' })
})

test('the button of an identity provider signs in', { tag: '@long' }, async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  await wallet.createOauth()
  await wallet.signOut()
  const form = await addElement(wallet.page, 'wallet-sign-in')
  await form.getByRole('button', { name: 'Continue with Marsh ID' }).click()
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  expect((await wallet.state()).session).toMatchObject({ status: 'active', type: 'OAUTH' })
})

test('without a connection the form says so, and goes on by itself when it is back', {
  tag: '@long',
}, async ({ openTab, stack, context }) => {
  const wallet = await openTab(door)
  // First loads what loads later, so that only the wallet’s calls fail offline.
  const earlier = await addElement(wallet.page, 'wallet-sign-in', { attributes: { lang: 'en' } })
  await earlier.getByRole('button', { name: 'Email me a code' }).waitFor()
  await earlier.evaluate((element) => element.remove())
  await context.setOffline(true)
  await wallet.page.evaluate(() => (document.documentElement.lang = 'en'))
  const form = await addElement(wallet.page, 'wallet-sign-in', codes)
  await context.setOffline(false)
  await form.getByRole('button', { name: 'Email me a code' }).click()
  const input = form.getByLabel('Code from the email')
  await input.waitFor()
  await context.setOffline(true)
  await expect(form.getByRole('status')).toContainText('Check your connection.')
  await input.pressSequentially(stack.otp())
  await expect(form.getByRole('alert')).toContainText('We couldn’t connect.')
  await context.setOffline(false)
  await expect(form.getByRole('status')).toBeEmpty()
  await form.getByRole('button', { name: 'Sign in' }).click()
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
})

test('texts whose load fails only after the connection is back are loaded again', { tag: '@long' }, async ({
  openTab,
  context,
}) => {
  const { page } = await openTab(door)
  let fail = (): void => {}
  const isBack = new Promise<void>((resolve) => {
    fail = resolve
  })
  await context.route(
    /chunk-en-/,
    async (route) => {
      await isBack
      await route.abort()
    },
    { times: 2 },
  )
  const form = await addElement(page, 'wallet-sign-in', { attributes: { lang: 'en' } })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  fail()
  await expect(form.getByRole('button', { name: 'Email me a code' })).toBeVisible()
})

test('a catalogue that cannot be loaded gives English words', { tag: '@long' }, async ({
  openTab,
  context,
}) => {
  await context.route(/chunk-de-/, (route) => route.abort())
  const { page } = await openTab(door)
  const form = await addElement(page, 'wallet-sign-in', { attributes: { lang: 'de' } })
  await expect(form.getByRole('button', { name: 'Email me a code' })).toBeVisible()
  const other = await addElement(page, 'wallet-sign-in', { attributes: { lang: 'fr' } })
  await expect(other.getByRole('button', { name: 'Recevoir un code par e-mail' })).toBeVisible()
})

test('the size of the text is that of the browser or of a larger root, never that of a smaller root', {
  tag: '@long',
}, async ({ openTab }) => {
  const { page } = await openTab(door)
  const form = await addElement(page, 'wallet-sign-in', codes)
  await form.getByRole('button', { name: 'Email me a code' }).click()
  await form.getByLabel('Code from the email').waitFor()
  const sizes = (root: string, own = ''): Promise<readonly number[]> =>
    form.evaluate(
      (element, [root, own]) => {
        document.documentElement.style.fontSize = root
        element.style.setProperty('--wallet-font-size', own)
        const sizeOf = (part: string): number =>
          Number.parseFloat(getComputedStyle(element.shadowRoot?.querySelector(part) ?? element).fontSize)
        return ['p', 'input', 'button'].map(sizeOf)
      },
      [root, own] as const,
    )
  expect(await sizes('100%')).toEqual([16, 22, 16])
  expect(await sizes('62.5%')).toEqual([16, 22, 16])
  expect(await misfits(page)).toEqual([])
  expect(await sizes('125%')).toEqual([20, 27.5, 20])
  expect(await sizes('62.5%', '1.8rem')).toEqual([18, 24.75, 18])
  expect(await sizes('100%', '11px')).toEqual([11, 16, 11])
  expect(await misfits(page)).toEqual([])
})

test('with text at 200 % on a phone, no amount and no word of a button is broken', { tag: '@long' }, async ({
  openTab,
}) => {
  const { page } = await openTab(door)
  await page.setViewportSize({ width: 360, height: 900 })
  for (const lang of ['en', 'fr', 'ar']) {
    await page.evaluate((lang) => {
      Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' })
      document.documentElement.style.fontSize = '200%'
      return elements.show([
        'sign-in choices',
        'sign-in code',
        'confirm review',
        'confirm code',
        'confirm paid',
      ])
    }, lang)
    expect(await misfits(page), lang).toEqual([])
  }
})

test('on a page from right to left, English words and amounts begin at the right', { tag: '@long' }, async ({
  openTab,
}) => {
  const { page } = await openTab(door)
  await page.evaluate(() => {
    Object.assign(document.documentElement, { lang: 'en', dir: 'rtl' })
    return elements.show(['confirm review'])
  })
  const ends = await page.locator('wallet-confirm').evaluate(({ shadowRoot }) =>
    ['h2', '.sends .note', '.amount', 'dt'].map((selector) => {
      const range = document.createRange()
      range.selectNodeContents(shadowRoot?.querySelector(selector) ?? document.body)
      return Math.round(range.getBoundingClientRect().right)
    }),
  )
  expect(new Set(ends).size).toBe(1)
})

test('signing in and paying need the keyboard only', async ({ openTab, stack }) => {
  const wallet = await openTab(door)
  const { page } = wallet
  const form = await addElement(page, 'wallet-sign-in', codes)
  await form.getByRole('button', { name: 'Email me a code' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Code from the email')).toBeFocused()
  await page.keyboard.type(stack.otp().slice(0, 3))
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).not.toBeEmpty()
  await page.keyboard.type(stack.otp())
  await expect(form.getByRole('heading', { name: 'You are signed in' })).toBeFocused()

  const { quote, receiver } = await quoteFor(stack)
  await form.evaluate((element) => element.remove())
  const sheet = await addElement(page, 'wallet-confirm', { quote })
  await sheet.getByText('Grace Hopper').waitFor()
  await expect(sheet.getByRole('button', { name: 'Send 25.00' })).toBeEnabled()
  expect(await objections(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: 'Send 25.00' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeFocused()
  expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
})

test('the largest amount that a quote can have is not broken between its digits on a phone', async ({
  openTab,
  stack,
}) => {
  const { page } = await openTab(door)
  await page.setViewportSize({ width: 360, height: 900 })
  const { quote } = await quoteFor(stack)
  const large = { ...quote, totalSendingAmount: Number.MAX_SAFE_INTEGER }
  for (const lang of ['en', 'fr', 'ar']) {
    const sheet = await addElement(page, 'wallet-confirm', { quote: large, attributes: { lang } })
    await expect(sheet.locator('.amount')).toHaveText(/9.007.199.254[.,]75 USDB/)
    expect(await misfits(page), lang).toEqual([])
    await sheet.evaluate((element) => element.remove())
  }
})

test('a payment whose answer is lost is in doubt, and settled without paying twice', async ({
  openTab,
  stack,
}) => {
  const wallet = await openTab(door)
  await signInByCode(wallet, stack)
  const { quote, receiver } = await quoteFor(stack)
  let isCut = false
  let isAgain: Promise<void> | undefined
  await wallet.page.route('**/wallet/quotes/**', async (route) => {
    if (route.request().method() === 'POST' && !isCut) {
      await route.fetch()
      isCut = true
      await route.abort()
    } else if (isCut && isAgain === undefined) {
      await route.abort()
    } else {
      // The wallet reads a payment in doubt on its own. A successful read before the click would remove the button.
      await isAgain
      await route.continue()
    }
  })
  const settled = wallet.page.evaluate(
    () =>
      new Promise<Quote['status']>((resolve) =>
        document.addEventListener('wallet-payment', ({ detail }) => resolve(detail.status)),
      ),
  )
  const sheet = await addElement(wallet.page, 'wallet-confirm', { quote })
  // The click waits until the button is enabled: an earlier one cannot be meant for these terms.
  await sheet.getByRole('button', { name: 'Send 25.00' }).click()
  await expect(sheet.getByRole('heading', { name: 'We’re checking your payment' })).toBeVisible()
  let letThrough = (): void => {}
  isAgain = new Promise((resolve) => {
    letThrough = resolve
  })
  await sheet.getByRole('button', { name: 'Try again' }).click()
  letThrough()
  await expect(sheet.getByRole('heading', { name: 'Payment sent' })).toBeVisible()
  expect(await settled).toBe('COMPLETED')
  expect(await balanceOf(stack, receiver)).toBe(quote.totalReceivingAmount)
})

test('Escape in a dialog refuses the question that is shown, and the next one opens the dialog again', async ({
  openTab,
}) => {
  const { page } = await openTab(door)
  const sheet = await addElement(page, 'wallet-confirm')
  const asked = page.evaluate(() => {
    const element = document.querySelector('wallet-confirm')
    if (element === null) throw new Error('There is no element.')
    const dialog = document.createElement('dialog')
    dialog.append(element)
    document.body.append(dialog)
    // As in docs/ui.md.
    element.addEventListener('wallet-question', () => dialog.showModal())
    element.addEventListener('wallet-answer', () => dialog.close())
    dialog.addEventListener('cancel', () => element.refuse())
    const { signal } = new AbortController()
    const [refused, agreed] = [true, false].map((privateEnabled) =>
      element.ask({ operation: 'updatePrivacy', details: { privateEnabled }, signal }),
    )
    return Promise.all([refused, agreed])
  })
  await expect(sheet.getByRole('heading', { name: 'Hide this wallet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet.getByRole('heading', { name: 'Let others see' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Make visible' }).click()
  expect(await asked).toEqual([false, true])
  await expect(page.locator('dialog')).not.toBeVisible()
})

test('axe finds nothing wrong in any state of the elements, in light and in dark; nothing is cut off at 320 px', async ({
  openTab,
}) => {
  const { page } = await openTab(door)
  await page.setViewportSize({ width: 320, height: 900 })
  const found: string[] = []
  let states = 0
  for (const names of await page.evaluate(() => elements.together)) {
    states += names.length
    for (const [dir, lang] of [
      ['rtl', 'ar'],
      ['ltr', 'de'],
      ['ltr', 'en'],
    ] as const) {
      await page.evaluate((look) => void Object.assign(document.documentElement, look), { dir, lang })
      await page.evaluate((shown) => elements.show(shown), names)
      found.push(...(await misfits(page)).map((line) => `${lang}: ${line}`))
    }
    await page.emulateMedia({ colorScheme: 'light' })
    found.push(...(await objections(page)))
    await page.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await objections(page, { rules: 'colour' })))
  }
  expect(found).toEqual([])
  expect(states).toBeGreaterThan(30)
})
