/** Balance and activity. @module */
import type { Me, Movement } from '../../contract.js'
import type { WalletStage } from '../app.js'
import { button, card, onlineOnly, screenHeading, skeleton } from '../controls.js'
import { type Child, el, fill, svg } from '../dom.js'
import { icon } from '../icons.js'
import { kept } from '../kept.js'
import { formatAmount, formatMoney } from '../money.js'
import * as platform from '../platform.js'
import { serverNow } from '../server-time.js'
import { dayText, shortTime } from '../times.js'
import { movementDetail } from './movement-detail.js'
import { statusText } from './payment-status.js'

/** Makes the start page of a signed-in wallet. */
export function homeView(stage: WalletStage): HTMLElement {
  const { app, me, kept: last, signal } = stage
  const list = el('div', { 'aria-busy': 'true' }, skeleton(3))
  const read = kept({
    host: list,
    last: last.activity,
    signal,
    read: platform.activity,
    show: (movements) => activityList(stage, movements),
  })
  const balance = el('div', { class: 'balance-place' }, balanceCard(me))
  let shown = me
  app.watch(() => {
    const now = app.member()?.me
    if (now === undefined || now === shown) return
    // The account was read again, so money may have moved, here or elsewhere.
    shown = now
    fill(balance, balanceCard(now))
    void read()
  }, signal)
  // The balance is as old as the login, so it is read again, together with the activity.
  app.reload().catch(() => read())

  return el(
    'div',
    { class: 'stack' },
    screenHeading(`${me.person.name.split(' ')[0] ?? 'Your'}’s wallet`),
    balance,
    el(
      'div',
      { class: 'row' },
      onlineOnly(
        button('primary', 'Send money', () => app.goTo('send'), { icon: 'send', class: 'button-wide' }),
        signal,
      ),
    ),
    card('Activity', list),
  )
}

function balanceCard({ account }: Me): HTMLElement {
  const { balance, privateEnabled } = account
  return el(
    'section',
    { class: 'balance', 'aria-label': 'Balance' },
    ripples(),
    el('p', { class: 'balance-label' }, 'Available'),
    el(
      'p',
      { class: 'balance-figure' },
      el('span', { class: 'balance-amount' }, formatAmount(balance.amount, balance.currency)),
      ' ',
      el('span', { class: 'balance-currency' }, balance.currency.code),
    ),
    el(
      'p',
      { class: 'balance-note' },
      el(
        'a',
        { href: '#security' },
        privateEnabled === true ? 'Only you can see your activity' : 'Others can see your activity',
      ),
    ),
  )
}

/** Makes the water rings, the only ornament of the page. */
const ripples = (): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 200 200', class: 'ripples', 'aria-hidden': 'true', focusable: 'false' },
    ...[24, 48, 74, 102, 132].map((r) => svg('circle', { cx: '150', cy: '150', r: String(r) })),
  )

function activityList(stage: WalletStage, movements: readonly Movement[]): Child {
  if (movements.length === 0)
    return el(
      'div',
      { class: 'empty' },
      icon('receive'),
      el('p', {}, el('strong', {}, 'No activity yet')),
      el('p', { class: 'soft' }, 'Money you send and receive shows up here.'),
    )
  const days = new Map<string, HTMLElement[]>()
  for (const movement of movements) {
    const day = dayText(movement.at, serverNow())
    days.set(day, [...(days.get(day) ?? []), movementLine(stage, movement)])
  }
  return [...days].map(([day, lines]) => [
    el('h3', { class: 'day' }, day),
    el('ul', { class: 'lines' }, lines),
  ])
}

function movementLine(stage: WalletStage, movement: Movement): HTMLElement {
  const { direction, counterparty, amount, otherAmount, description, status, at } = movement
  const out = direction === 'out'
  const isMoved = status !== 'FAILED' && status !== 'REFUNDED'
  const look = !isMoved ? 'figure figure-unmoved' : out ? 'figure' : 'figure figure-in'
  return el(
    'li',
    {},
    el(
      'button',
      {
        type: 'button',
        class: 'line line-button',
        'aria-haspopup': 'dialog',
        on: { click: () => movementDetail(stage, movement) },
      },
      el('span', { class: `bubble bubble-${isMoved ? direction : 'out'}` }, icon(out ? 'send' : 'receive')),
      el(
        'span',
        { class: 'line-text' },
        // The sign and the arrow show the direction, because there is little room on a phone.
        el('strong', {}, el('span', { class: 'visually-hidden' }, out ? 'To ' : 'From '), counterparty),
        el(
          'span',
          { class: 'soft' },
          [description, shortTime(at), status === 'COMPLETED' ? undefined : statusText(status)]
            .filter((part) => part !== undefined)
            .join('\u00a0· '),
        ),
      ),
      el(
        'span',
        { class: 'line-money' },
        el('span', { class: look }, `${!isMoved ? '' : out ? '−' : '+'}${formatMoney(amount)}`),
        otherAmount === undefined ? undefined : el('span', { class: 'soft' }, formatMoney(otherAmount)),
      ),
    ),
  )
}
