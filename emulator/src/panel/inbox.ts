/** Shows the codes that were sent. @module */
import type { ListedMail } from '../control/mails.js'
import { copier, copy } from './copy.js'
import { make, tag, time } from './dom.js'
import type { Bench, PanelOptions, Part } from './part.js'
import { type ListRow, showList } from './show-list.js'

type UseCode = PanelOptions['useCode']

/** Creates the part. It shows the newest five codes, and the others when the user asks for them. */
export function inboxPart(bench: Bench, { useCode }: PanelOptions): Part {
  const empty = make('p', { class: 'nothing' }, 'No codes yet. They appear here instead of being sent.')
  const list = make('ul', { class: 'rows mails', 'aria-label': 'Codes' })
  const more = make('button', { type: 'button', class: 'more-rows', hidden: '' })
  let mails: readonly ListedMail[] = []
  let wanted = 5
  const show = (): void => {
    const rows = mails.map((mail, index) => row(bench, mail, mails.length - index, useCode))
    showList(list, rows.slice(0, wanted))
    empty.hidden = mails.length > 0
    more.hidden = mails.length <= wanted
    more.textContent = `Show ${mails.length - wanted} older`
  }
  more.addEventListener('click', () => {
    wanted = Number.POSITIVE_INFINITY
    show()
  })
  return {
    element: make('div', { class: 'emulator-part' }, empty, list, more),
    async refresh() {
      mails = (await bench.ask<{ data: readonly ListedMail[] }>('GET /emulator/inbox')).data
      show()
    },
  }
}

function row(bench: Bench, mail: ListedMail, number: number, useCode: UseCode): ListRow {
  const { to, otp, sentAt, state } = mail
  const isValid = state === 'valid'
  return {
    key: `${number} ${sentAt}`,
    version: state,
    make: () =>
      make(
        'li',
        isValid ? {} : { class: 'void' },
        make('code', { class: 'otp' }, otp),
        useCode === undefined ? copier(bench, otp, `the code ${otp}`) : user(bench, mail, useCode),
        make('span', { class: 'to' }, to),
        time(sentAt),
        isValid ? undefined : tag(state),
      ),
  }
}

/** Creates the button that uses a code, or copies it if nothing asks for a code. */
function user(
  bench: Bench,
  { otp, to, state }: ListedMail,
  useCode: NonNullable<UseCode>,
): HTMLButtonElement {
  const name = `Use the code ${[...otp].join(' ')} for ${to}`
  const button = make(
    'button',
    { type: 'button', class: state === 'valid' ? 'primary' : 'copy', 'aria-label': name },
    'Use',
  )
  button.addEventListener('click', () => {
    const done = useCode(otp)
    if (done === undefined) void copy(bench, otp, `the code ${otp}. Nothing asks for a code now`)
    else bench.say(done)
  })
  return button
}
