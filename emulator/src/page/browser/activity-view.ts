/** Shows the codes that were sent and the requests that arrived. @module */
import type { LoggedRequest } from '../../server/request-log.js'
import type { Mail } from '../../state/inbox.js'
import { ask } from './ask.js'
import { copier } from './copy.js'
import { block, bodyBlock, make, one, time } from './dom.js'
import { faultWords } from './fault-words.js'
import { say } from './say.js'
import { showList } from './show-list.js'
import type { View } from './watch-emulator.js'
import { look } from './watch-emulator.js'

/** Creates the "Activity" part of the page. */
export function activityView(): View {
  const known = new Map<number, LoggedRequest>()
  let mails: readonly Mail[] = []
  let now = ''
  let wantedMails = 5
  let wantedRequests = 100
  const filter = one('request-filter', HTMLInputElement)

  const tag = (text: string, kind = ''): HTMLElement => make('span', { class: `tag ${kind}` }, text)

  function mailRow(mail: Mail, state: string): HTMLElement {
    const { to, otp, sentAt } = mail
    return make(
      'li',
      state === '' ? {} : { class: 'void' },
      make('code', { class: 'otp' }, otp),
      copier(otp, `the code ${otp}`),
      make('span', { class: 'to' }, to),
      time(sentAt),
      state === '' ? undefined : tag(state),
    )
  }

  function showMails(): void {
    const newest = new Set<string>()
    const rows = mails.slice(0, wantedMails).map((mail, index) => {
      const isNewest = !newest.has(mail.credentialId)
      newest.add(mail.credentialId)
      const state = !isNewest ? 'replaced' : mail.expiresAt <= now ? 'expired' : ''
      const key = `${mails.length - index} ${mail.sentAt}`
      return { key, version: state, make: () => mailRow(mail, state) }
    })
    showList(one('mails', HTMLUListElement), rows)
    one('mails-empty', HTMLElement).hidden = mails.length > 0
    const more = one('mails-more', HTMLButtonElement)
    more.hidden = mails.length <= wantedMails
    more.textContent = `Show ${mails.length - wantedMails} older`
  }

  function outcome({ status, code, fault }: LoggedRequest): HTMLElement {
    if (status === undefined) return make('span', { class: 'status' }, fault?.drop ? 'cut' : 'open')
    const kind = status < 400 ? 'fine' : status < 500 ? 'refused' : 'broken'
    return make(
      'span',
      { class: `status ${kind}` },
      code === undefined ? String(status) : `${status} ${code}`,
    )
  }

  function requestRow(request: LoggedRequest): HTMLElement {
    const { at, method, path, duration, fault } = request
    const details = make(
      'details',
      { class: 'request' },
      make(
        'summary',
        {},
        time(at),
        make('span', { class: `method ${method.toLowerCase()}` }, method),
        make('span', { class: 'path' }, path),
        outcome(request),
        make('span', { class: 'soft' }, duration === undefined ? '' : `${duration} ms`),
        fault === undefined ? undefined : tag('fault', 'fault'),
      ),
    )
    details.addEventListener('toggle', () => {
      if (details.open && details.children.length === 1) details.append(contents(request))
    })
    return make('li', {}, details)
  }

  function contents({ headers, body, fault }: LoggedRequest): HTMLElement {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return make(
      'div',
      { class: 'contents-of' },
      fault === undefined ? undefined : make('p', {}, `Fault: ${faultWords(fault)}`),
      make('p', { class: 'label' }, 'Headers'),
      block('Headers', lines.join('\n')),
      make('p', { class: 'label' }, 'Body'),
      bodyBlock('Body', body, 'None'),
    )
  }

  function showRequests(): void {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const all = [...known.values()].sort((a, b) => b.id - a.id)
    const matching = all.filter(({ method, path, status, code, fault }) => {
      const text = `${method} ${path} ${status ?? ''} ${code ?? ''} ${fault ? 'fault' : ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const rows = matching.slice(0, wantedRequests).map((request) => ({
      key: String(request.id),
      version: `${request.at} ${request.status}`,
      make: () => requestRow(request),
    }))
    showList(one('requests', HTMLUListElement), rows)
    const empty = one('requests-empty', HTMLElement)
    empty.hidden = matching.length > 0
    empty.textContent =
      all.length > 0 ? 'No request matches.' : 'No requests yet. They appear here as your backend sends them.'
    one('requests-clear', HTMLButtonElement).hidden = all.length === 0
    const more = one('requests-more', HTMLButtonElement)
    more.hidden = matching.length <= wantedRequests
    more.textContent = `Show ${Math.min(100, matching.length - wantedRequests)} older`
  }

  /** Fetches the new requests, and those that had no answer yet. Fetches all requests if the log has become shorter. */
  async function takeRequests(count: number): Promise<void> {
    const unanswered = [...known.values()].filter(
      ({ status, fault }) => status === undefined && fault?.drop !== true,
    )
    const last = Math.max(0, ...known.keys())
    const after = Math.min(last, ...unanswered.map(({ id }) => id - 1))
    const take = async (from: number): Promise<void> => {
      const { data } = await ask<{ data: readonly LoggedRequest[] }>(
        `GET /emulator/requests?after=${from}&limit=1000`,
      )
      for (const request of data) known.set(request.id, request)
    }
    await take(after)
    if (known.size > count) {
      known.clear()
      await take(0)
    }
  }

  filter.addEventListener('input', showRequests)
  one('requests-clear', HTMLButtonElement).addEventListener('click', async () => {
    filter.value = ''
    filter.focus()
    const said = await ask('DELETE /emulator/requests').then(
      () => 'The log is empty.',
      (error: Error) => error.message,
    )
    say(said)
    void look()
  })
  one('mails-more', HTMLButtonElement).addEventListener('click', () => {
    wantedMails = Number.POSITIVE_INFINITY
    showMails()
  })
  one('requests-more', HTMLButtonElement).addEventListener('click', () => {
    wantedRequests += 100
    showRequests()
  })

  return {
    async refresh(status) {
      const [inbox] = await Promise.all([
        ask<{ data: readonly Mail[] }>('GET /emulator/inbox'),
        takeRequests(status.counts.requests),
      ])
      mails = inbox.data
      now = status.now
      showMails()
      showRequests()
    },
  }
}
