/** Shows the codes that were sent. @module */
import type { Mail } from '../../state/inbox.js'
import { ask } from './ask.js'
import { copier } from './copy.js'
import { make, one, tag, time } from './dom.js'
import { type ListRow, showList } from './show-list.js'

/** Creates the list. Returns the function that reads the codes and shows them; `now` is the emulator's time. */
export function inbox(): (now: string) => Promise<void> {
  const more = one('mails-more', HTMLButtonElement)
  let mails: readonly Mail[] = []
  let moment = ''
  let wanted = 5
  const show = (): void => {
    showList(one('mails', HTMLUListElement), rowsOf(mails, moment).slice(0, wanted))
    one('mails-empty', HTMLElement).hidden = mails.length > 0
    more.hidden = mails.length <= wanted
    more.textContent = `Show ${mails.length - wanted} older`
  }
  more.addEventListener('click', () => {
    wanted = Number.POSITIVE_INFINITY
    show()
  })
  return async (now) => {
    mails = (await ask<{ data: readonly Mail[] }>('GET /emulator/inbox')).data
    moment = now
    show()
  }
}

/** Returns a row for each mail. A code is valid if it is the newest of its credential or quote, and has not expired. */
function rowsOf(mails: readonly Mail[], now: string): readonly ListRow[] {
  const newest = new Set<string | undefined>()
  return mails.map((mail, index) => {
    const proves = mail.credentialId ?? mail.quoteId
    const isNewest = !newest.has(proves)
    newest.add(proves)
    const state = !isNewest ? 'replaced' : mail.expiresAt <= now ? 'expired' : ''
    return { key: `${mails.length - index} ${mail.sentAt}`, version: state, make: () => item(mail, state) }
  })
}

const item = ({ to, otp, sentAt }: Mail, state: string): HTMLElement =>
  make(
    'li',
    state === '' ? {} : { class: 'void' },
    make('code', { class: 'otp' }, otp),
    copier(otp, `the code ${otp}`),
    make('span', { class: 'to' }, to),
    time(sentAt),
    state === '' ? undefined : tag(state),
  )
