/** Searches the calls, loads what is said about them, and sends them. @module */
import type { ListedAccount } from '../../control/accounts.js'
import type { SentAnswer } from '../../control/send-call.js'
import type { Mail } from '../../state/inbox.js'
import type { SampleCall } from './curl-line.js'
import type { Kit } from './kit.js'
import type { View } from './watch-emulator.js'

/**
 * Creates the part "Calls". Where the page can control the emulator, the examples contain ids of existing records, the
 * latest code and a fresh client key, so that they can be sent as they are.
 */
export function callsView(kit: Kit, curlLine: (call: SampleCall) => string): View {
  const { make } = kit
  const part = kit.one('calls', HTMLElement)
  const search = kit.one('search', HTMLInputElement)
  const found = kit.one('found', HTMLElement)
  const account = kit.one('ids-account', HTMLSelectElement)
  const groups = [...part.querySelectorAll<HTMLElement>('.system')]
  const isConnected = document.getElementById('trouble') !== null
  const sample: { ids: Readonly<Record<string, string>>; tokenId: string; otp: string; key: string } = {
    ids: {},
    tokenId: '',
    otp: '',
    key: '',
  }

  function find(): void {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
    let total = 0
    for (const group of groups) {
      let count = 0
      for (const call of group.querySelectorAll<HTMLElement>('.call')) {
        const text = `${call.id} ${call.querySelector('summary')?.textContent}`.toLowerCase()
        call.hidden = !words.every((word) => text.includes(word))
        if (!call.hidden) count += 1
      }
      total += count
      group.hidden = count === 0
      const place = part.querySelector(`[data-count="${group.id}"]`)
      if (place) place.textContent = String(count)
      place?.closest('li')?.classList.toggle('none', count === 0)
    }
    found.textContent = words.length === 0 ? '' : `${total} ${total === 1 ? 'result' : 'results'}`
    kit.one('no-result', HTMLElement).hidden = total > 0
    kit.one('sought', HTMLElement).textContent = search.value.trim()
  }

  function clear(): void {
    search.value = ''
    find()
  }

  /** Loads what is said about a call when it is opened for the first time. */
  async function load(details: HTMLDetailsElement): Promise<void> {
    const link = details.querySelector<HTMLAnchorElement>('.more a')
    if (!link || details.dataset['loads']) return
    details.dataset['loads'] = 'yes'
    try {
      const answer = await fetch(link.href)
      if (!answer.ok) throw new Error(`The emulator answered ${answer.status}.`)
      const about = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.about')
      if (!about) throw new Error('The answer is not what was expected.')
      details.querySelector('.more')?.replaceWith(document.adoptNode(about))
    } catch {
      kit.say('This part could not be loaded. Close it and open it again.')
      return
    } finally {
      delete details.dataset['loads']
    }
    for (const form of details.querySelectorAll('form')) prepare(form)
  }

  function prepare(form: HTMLFormElement): void {
    if (isConnected) form.hidden = false
    const example = form.querySelector<HTMLSelectElement>('[name="example"]')
    const body = form.querySelector('textarea')
    example?.addEventListener('change', () => {
      if (!body) return
      body.defaultValue = example.value
      body.value = body.defaultValue
      delete body.dataset['filled']
      fill(form)
    })
    form.addEventListener('input', () => write(form))
    kit.submitted(form, () => send(form))
    fill(form)
  }

  /** Puts current values in the place of those that the example invents, except where somebody has typed. */
  function fill(form: HTMLFormElement): void {
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
      if (field.value !== (field.dataset['filled'] ?? field.defaultValue)) continue
      field.value = field.defaultValue
        .replace(/(\w+):0{8}-0000-4000-8000-0{12}/g, (invented, type: string) => sample.ids[type] ?? invented)
        .replace(/"otp": "\d+"/, (invented) => (sample.otp === '' ? invented : `"otp": "${sample.otp}"`))
        .replace(/046b17d1f2[\da-f]{120}/, (invented) => sample.key || invented)
      field.dataset['filled'] = field.value
    }
    write(form)
  }

  function callOf(form: HTMLFormElement): SampleCall & { readonly path: string } {
    const { method = 'GET', path = '', auth } = form.dataset
    const value = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
    const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')]
    const filled = (place: string): HTMLInputElement[] =>
      inputs.filter((input) => input.dataset['in'] === place && input.value.trim() !== '')
    let address = path
    for (const input of filled('path'))
      address = address.replace(`{${input.name}}`, value(input.value.trim()))
    const query = filled('query').map((input) => `${input.name}=${value(input.value.trim())}`)
    const whole = `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
    const body = form.querySelector('textarea')?.value.trim()
    return {
      method,
      path: whole,
      url: `${document.body.dataset['base']}${whole}`,
      auth: auth === 'basic' || auth === 'bearer' ? auth : 'none',
      ...(sample.tokenId !== '' && { tokenId: sample.tokenId }),
      headers: filled('header').map((input) => [input.name, input.value.trim()]),
      form: filled('form').map((input) => [input.name, input.value.trim()]),
      ...(body !== undefined && body !== '' && { body }),
    }
  }

  /** Writes the command for what the form contains. */
  function write(form: HTMLFormElement): void {
    const command = form.parentElement?.querySelector('.curl code')
    if (command) command.textContent = curlLine(callOf(form))
  }

  async function send(form: HTMLFormElement): Promise<string> {
    const { method, path, headers = [], body } = callOf(form)
    const accessToken = form.querySelector<HTMLInputElement>('input[data-in="token"]')?.value.trim()
    const shown = form.parentElement?.querySelector('.result')
    let parsed: unknown
    try {
      parsed = body === undefined ? undefined : JSON.parse(body)
    } catch (error) {
      throw new Error(`The body is not JSON: ${error instanceof Error ? error.message : ''}`)
    }
    const answer = await kit.ask<SentAnswer>('POST /emulator/send', {
      method,
      path,
      headers: {
        ...Object.fromEntries(headers),
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      },
      ...(parsed !== undefined && { body: parsed }),
    })
    sample.key = await clientKey()
    shown?.replaceChildren(...resultOf(answer))
    return answer.status === 'cut' ? 'The connection was cut.' : `Answered with ${answer.status}.`
  }

  function resultOf(answer: SentAnswer): HTMLElement[] {
    const { status, duration } = answer
    const kind = status === 'cut' || status >= 500 ? 'broken' : status >= 400 ? 'refused' : 'fine'
    const line = make(
      'p',
      { class: 'outcome' },
      make('span', { class: `status ${kind}` }, String(status)),
      make('span', { class: 'soft' }, `${duration} ms`),
    )
    if (answer.status === 'cut')
      return [line, make('p', {}, 'A fault broke the connection before an answer arrived.')]
    const { body, headers } = answer
    const again = headers['retry-after']
    const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2)
    return [
      line,
      ...(again === undefined ? [] : [make('p', {}, `Retry-After: ${again} s`)]),
      body === undefined
        ? make('p', { class: 'soft' }, 'No body')
        : make('pre', { tabindex: '0', role: 'group', 'aria-label': 'Body of the answer' }, text),
    ]
  }

  /** A public key that was not used before, because the service accepts each only once. */
  async function clientKey(): Promise<string> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  async function refresh({ tokenId }: { readonly tokenId: string }): Promise<void> {
    const { data } = await kit.ask<{ data: readonly ListedAccount[] }>('GET /emulator/accounts?limit=50')
    const options = data.map(({ account: { id, balance }, customer }) => {
      const owner = customer?.fullName ?? customer?.email ?? 'Platform'
      return {
        key: id,
        version: owner,
        make: () => make('option', { value: id }, `${owner}, ${balance.currency.code}`),
      }
    })
    kit.list(account, options)
    kit.one('ids-field', HTMLElement).hidden = data.length === 0
    const [{ ids }, inbox] = await Promise.all([
      kit.ask<{ ids: Readonly<Record<string, string>> }>(
        `GET /emulator/ids${account.value === '' ? '' : `?accountId=${encodeURIComponent(account.value)}`}`,
      ),
      kit.ask<{ data: readonly Mail[] }>('GET /emulator/inbox'),
    ])
    sample.ids = ids
    sample.tokenId = tokenId
    sample.otp = inbox.data.find(({ credentialId }) => credentialId === ids['AuthMethod'])?.otp ?? ''
    if (sample.key === '') sample.key = await clientKey()
    for (const form of part.querySelectorAll<HTMLFormElement>('.call[open] form')) fill(form)
  }

  part.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.classList.contains('call'))
        return
      void load(target)
      for (const form of target.querySelectorAll('form')) fill(form)
    },
    true,
  )
  part.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.curl .copy') : null
    const command = button?.closest('.curl')?.querySelector('pre')?.textContent
    if (command) void kit.copy(command, 'the command')
  })
  account.addEventListener('change', () => void refresh(sample))
  kit.one('search-field', HTMLElement).hidden = false
  search.addEventListener('input', find)
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') clear()
  })
  kit.one('clear-search', HTMLButtonElement).addEventListener('click', () => {
    clear()
    search.focus()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (part.hidden) location.hash = '#calls'
    part.hidden = false
    search.focus()
  })

  return {
    refresh,
    open(name) {
      const named = document.getElementById(name)
      if (named?.closest('[hidden]')) clear()
      if (named instanceof HTMLDetailsElement) named.open = true
      named?.scrollIntoView()
      return named !== null
    },
  }
}
