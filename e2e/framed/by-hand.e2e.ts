/** A script of a parent page that speaks to the frame, and to its backend, without the library. @module */
import { expect, test } from '@playwright/test'
import { serveAttacked } from '../red-team/stack.js'
import { openFramedShop } from './framed-shop.js'

/** What no page may call: what has no row in the table of verbs, and names of prototypes. */
const withoutRow = ['signer', 'signer.stamp', 'getState', 'dispose', 'constructor', '__proto__', 'toString']

test('a script that connects to the frame by hand gets no key, no phrase, no address and no payment', async ({
  context,
}) => {
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack)
    await shop.signIn()
    const heard = await shop.page.evaluate(
      async ([url = '', ...names]) => {
        const { id = '' } = await (await fetch('/help/quote')).json()
        const frame = document.createElement('iframe')
        const messages: Record<string, unknown>[] = []
        const { port1, port2 } = new MessageChannel()
        const loaded = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
        // Without this, the frame asks nothing.
        frame.allow = `publickey-credentials-get ${url}; publickey-credentials-create ${url}`
        frame.src = url
        document.body.append(frame)
        await loaded
        port1.onmessage = ({ data }) => messages.push(data)
        const connect = { protocol: 'embedded-wallet-auth', version: 1 }
        frame.contentWindow?.postMessage(connect, new URL(url).origin, [port2])
        let last = 0
        const call = (verb: string, ...args: unknown[]): void =>
          port1.postMessage({ type: 'call', id: ++last, verb, args })
        for (const name of names) call(name, 'mallory')
        for (const verb of ['sessions.list', 'credentials.list']) call(verb)
        call('executeQuote', { id, totalSendingAmount: 1 })
        call('executeQuote', id)
        call('exportWallet')
        await new Promise((resolve) => setTimeout(resolve, 2_500))
        frame.remove()
        return messages
      },
      [`${new URL(stack.backend).origin}/framed-wallet`, ...withoutRow],
    )
    const answers = new Map(
      heard.filter(({ type }) => type === 'answer').map(({ id, ...rest }) => [id, rest]),
    )
    const first = withoutRow.length + 1
    // Without an answer, or with an error.
    expect(withoutRow.filter((_, index) => answers.has(index + 1))).toEqual([])
    expect(answers.get(first)).toMatchObject({ value: [{ type: 'EMAIL_OTP', nickname: '' }] })
    expect(answers.get(first + 1)).toMatchObject({ value: [{ type: 'EMAIL_OTP', nickname: '' }] })
    // Terms of the page are not taken, and what names a quote is asked.
    expect(answers.get(first + 2)).toMatchObject({ error: { message: expect.stringMatching(/arguments/) } })
    expect(answers.get(first + 3)).toBeUndefined()
    expect(answers.get(first + 4)).toMatchObject({ error: { code: 'BUSY' } })
    expect(JSON.stringify(heard)).not.toContain(stack.email)
    const [quote = ''] = stack.quotes()
    expect(await stack.service('GET', `/quotes/${quote}`)).toMatchObject({ status: 'PENDING' })
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
})

test('a script that takes the code on its way to the frame, and has the login, begins no session of its own', async ({
  context,
}) => {
  const stack = await serveAttacked('library', 'sealed', 'framed')
  try {
    const shop = await openFramedShop(context, stack)
    await shop.wallet.askForCode()
    await shop.page.evaluate(() => {
      const { postMessage } = MessagePort.prototype
      MessagePort.prototype.postMessage = function (this: MessagePort, message: never, ...rest: never[]) {
        const { verb, args } = message as { verb?: string; args?: readonly { otp: string }[] }
        // The library's call does not leave the page.
        if (verb === 'submit') Object.assign(globalThis, { taken: args?.[0]?.otp })
        else Reflect.apply(postMessage, this, [message, ...rest])
      }
    })
    const otp = stack.emulator.inbox.latest(stack.email)?.otp ?? ''
    void shop.page
      .evaluate((code) => harness.call((wallet) => wallet.submit({ otp: code })), otp)
      .catch(() => {})
    await expect.poll(() => shop.page.evaluate(() => Reflect.get(globalThis, 'taken'))).toBe(otp)
    const { data } = await stack.service<{ data: readonly { readonly id: string }[] }>(
      'GET',
      `/auth/credentials?accountId=${stack.accountId}`,
    )
    const outcomes = await shop.page.evaluate(
      async ({ backend, path, code }) => {
        const { clientPublicKey } = await (await fetch('/help/session-key')).json()
        const body = JSON.stringify({ type: 'EMAIL_OTP', otp: code, clientPublicKey })
        const json = { 'Content-Type': 'application/json' }
        const tries: RequestInit[] = [
          { headers: json },
          { mode: 'no-cors' },
          { mode: 'no-cors', headers: { 'Content-Type': 'text/plain' } },
        ]
        const send = (init: RequestInit): Promise<Response> =>
          fetch(`${backend}${path}`, { method: 'POST', credentials: 'include', body, ...init })
        return Promise.all(
          tries.map((init) =>
            send(init).then(
              ({ type }) => type,
              () => 'refused',
            ),
          ),
        )
      },
      { backend: stack.backend, path: `/auth/credentials/${data[0]?.id}/verify`, code: otp },
    )
    expect(outcomes).toEqual(['refused', 'opaque', 'opaque'])
    expect(stack.refusals()).toContain('FORBIDDEN')
    expect(await stack.service('GET', `/auth/sessions?accountId=${stack.accountId}`)).toMatchObject({
      data: [],
    })
  } finally {
    for (const page of context.pages()) await page.close()
    await stack.close()
  }
})
