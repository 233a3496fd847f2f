/** The emulator's mail. @module */
import { credentialTypes } from 'embedded-wallet-auth'
import type { Mail } from 'embedded-wallet-auth-emulator'
import type { App } from '../app.js'
import { el, fill, setText } from '../dom.js'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import { liveMail } from './live-mail.js'
import type { Part } from './part.js'

/**
 * The key under which this tab stores when a code was last used, so that a used code does not look new after a reload.
 */
const usedKey = 'heron codes used until'

const noMail = 'No mail. Codes that the service sends arrive here.'

/**
 * Makes the part: the codes that can still be used, or one line if there are none. A click on a code enters it into the
 * wallet's field.
 *
 * @param leave closes the workbench if it covers the field
 */
export function inboxPart(app: App, leave: () => void): Part {
  const list = el('ul', { class: 'mails' })
  const idle = el('p', { class: 'dim' }, noMail)
  const element = el('div', {}, idle, list)
  let shown: string | undefined
  let usedAt = Number(sessionStorage.getItem(usedKey) ?? 0)
  app.watchSteps((step) => {
    if (
      step?.event === 'verified' &&
      step.before.flow.status === 'verifying' &&
      credentialTypes[step.before.flow.type].sends === 'email'
    ) {
      usedAt = serverNow()
      sessionStorage.setItem(usedKey, String(usedAt))
    }
  })

  /** Uses a code, and says what has become of it, in `told` and to screen readers. */
  const use = async ({ otp }: Mail, told: HTMLElement): Promise<void> => {
    const say = (text: string): void => {
      setText(told, text)
      app.announce(text)
    }
    const field = document.querySelector<HTMLInputElement>('#code')
    if (field !== null) {
      field.value = otp
      leave()
      field.focus()
      return say('The code is in the field.')
    }
    try {
      await navigator.clipboard.writeText(otp)
      say('Nothing asks for a code now. It is copied.')
    } catch {
      say(`Nothing asks for a code now. It is ${[...otp].join(' ')}.`)
    }
  }

  return {
    title: 'Inbox',
    element,
    update({ inbox, now }) {
      const live = liveMail(inbox, now, usedAt)
      const last = inbox.at(-1)
      const key = `${last?.otp}${last?.sentAt}${live.map(({ otp, sentAt }) => otp + sentAt).join()}`
      if (key === shown) return
      shown = key
      idle.hidden = live.length > 0
      fill(
        idle,
        last === undefined
          ? noMail
          : `No new mail. The last code was sent at ${timeText(Date.parse(last.sentAt))}.`,
      )
      fill(
        list,
        live
          .toReversed()
          .slice(0, 3)
          .map((mail, index) => {
            const { to, otp, sentAt } = mail
            const told = el(
              'span',
              { class: 'dim' },
              `${timeText(Date.parse(sentAt))} · ${index === 0 ? 'click the code to use it' : 'replaced by a newer one'}`,
            )
            return el(
              'li',
              { class: index > 0 ? 'mail mail-old' : 'mail' },
              el('div', { class: 'mail-text' }, el('span', {}, to), told),
              el(
                'button',
                {
                  type: 'button',
                  class: 'mail-code',
                  'aria-label': `Use the code ${[...otp].join(' ')} for ${to}`,
                  on: { click: () => void use(mail, told) },
                },
                otp,
              ),
            )
          }),
      )
    },
  }
}
