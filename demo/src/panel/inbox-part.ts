/** The emulator's mail. @module */
import type { Mail } from 'embedded-wallet-auth/emulator'
import type { App } from '../app.js'
import { el, fill } from '../dom.js'
import { serverNow } from '../server-time.js'
import { timeText } from '../times.js'
import type { Part } from './part.js'

/** Mailed codes, the newest first; a click puts one into the wallet's field. */
export function inboxPart(app: App): Part {
  const list = el('ul', { class: 'mails' })
  const empty = el('p', { class: 'dim' }, 'No mail yet. Codes that the service mails arrive here.')
  const element = el('div', {}, empty, list)
  let shown = ''
  let usedAt = 0
  app.watchSteps((step) => {
    if (
      step?.event === 'verified' &&
      step.before.flow.status === 'verifying' &&
      step.before.flow.type === 'EMAIL_OTP'
    )
      usedAt = serverNow()
  })

  const use = async ({ otp }: Mail): Promise<void> => {
    const field = document.querySelector<HTMLInputElement>('#code')
    if (field !== null) {
      field.value = otp
      field.focus()
      app.announce('The code is in the field.')
      return
    }
    try {
      await navigator.clipboard.writeText(otp)
      app.announce('The code is copied.')
    } catch {
      app.announce(`The code is ${[...otp].join(' ')}.`)
    }
  }

  return {
    title: 'Inbox',
    element,
    update({ inbox, now }) {
      const key = inbox
        .map(
          ({ otp, sentAt, expiresAt }) =>
            `${otp}${sentAt}${Date.parse(expiresAt) > now}${Date.parse(sentAt) <= usedAt}`,
        )
        .join()
      if (key === shown) return
      shown = key
      empty.hidden = inbox.length > 0
      fill(
        list,
        inbox
          .toReversed()
          .slice(0, 4)
          .map((mail, index) => {
            const { to, otp, sentAt, expiresAt } = mail
            const isUsed = Date.parse(sentAt) <= usedAt
            const dead = isUsed || Date.parse(expiresAt) <= now
            const hint = isUsed ? '' : dead ? ' · expired' : index === 0 ? ' · click the code to use it' : ''
            return el(
              'li',
              { class: dead || index > 0 ? 'mail mail-old' : 'mail' },
              el(
                'div',
                { class: 'mail-text' },
                el('span', {}, to),
                el('span', { class: 'dim' }, `${timeText(Date.parse(sentAt))}${hint}`),
              ),
              el(
                'button',
                {
                  type: 'button',
                  class: 'mail-code',
                  'aria-label': `Use the code ${[...otp].join(' ')} for ${to}`,
                  on: { click: () => void use(mail) },
                },
                otp,
              ),
            )
          }),
      )
    },
  }
}
