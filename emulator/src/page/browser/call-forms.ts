/** Fills in and sends the forms of the calls, and shows the curl command for each. @module */
import type { ListedAccount } from '../../control/accounts.js'
import type { SentAnswer } from '../../control/send-call.js'
import type { Mail } from '../../state/inbox.js'
import { ask } from './ask.js'
import { curlLine, type SampleCall } from './curl-line.js'
import { bodyBlock, make, one } from './dom.js'
import { onSubmit } from './on-submit.js'
import { showList } from './show-list.js'
import { isConnected } from './watch-emulator.js'

/** Prepares and fills in the forms that send calls. */
export interface CallForms {
  /** Adds event handlers to a form that was just added to the page, and fills the form in. */
  readonly prepare: (form: HTMLFormElement) => void
  /** Replaces the placeholders in a form's example with current values, except in fields that the user has edited. */
  readonly fill: (form: HTMLFormElement) => void
  /** Fetches the current values, and fills in the forms of the calls that are open. */
  readonly refresh: (status: { readonly tokenId: string }) => Promise<void>
}

/**
 * Creates the functions that handle the forms. If the page can control the emulator, the examples contain ids of
 * existing records, the latest one-time code and a new client key, so that the user can send the examples unchanged.
 */
export function callForms(): CallForms {
  const account = one('ids-account', HTMLSelectElement)
  const noIds: Readonly<Record<string, string>> = {}
  const sample = { ids: noIds, other: '', tokenId: '', otp: '', key: '' }

  function prepare(form: HTMLFormElement): void {
    if (isConnected()) form.hidden = false
    const example = form.querySelector('select')
    const body = form.querySelector('textarea')
    example?.addEventListener('change', () => {
      if (!body) return
      body.defaultValue = example.value
      body.value = body.defaultValue
      delete body.dataset['filled']
      fill(form)
    })
    form.addEventListener('input', () => write(form))
    onSubmit(form, () => send(form))
    fill(form)
  }

  function fill(form: HTMLFormElement): void {
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
      if (field.value !== (field.dataset['filled'] ?? field.defaultValue)) continue
      let accounts = 0
      field.value = field.defaultValue
        .replace(/(\w+):0{8}-0000-4000-8000-0{12}/g, (invented, type: string) => {
          if (type === 'InternalAccount') accounts += 1
          // An example with two accounts is a payment, so the two accounts must differ.
          const isOther = type === 'InternalAccount' && accounts > 1 && sample.other !== ''
          return isOther ? sample.other : (sample.ids[type] ?? invented)
        })
        .replace(/"otp": "\d+"/, (invented) => (sample.otp === '' ? invented : `"otp": "${sample.otp}"`))
        .replace(/046b17d1f2[\da-f]{120}/, (invented) => sample.key || invented)
      field.dataset['filled'] = field.value
    }
    write(form)
  }

  function callOf(form: HTMLFormElement): SampleCall & { readonly path: string } {
    const { method = 'GET', path = '', auth } = form.dataset
    const inUrl = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
    const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')]
    // The inputs have no `name` attribute, because an input named `id` would hide the form's own `id` property.
    const filled = (place: string): (readonly [name: string, text: string])[] =>
      inputs
        .filter((input) => input.dataset['in'] === place && input.value.trim() !== '')
        .map((input) => [input.dataset['name'] ?? '', input.value.trim()])
    let address = path
    for (const [name, text] of filled('path')) address = address.replace(`{${name}}`, inUrl(text))
    const query = filled('query').map(([name, text]) => `${name}=${inUrl(text)}`)
    const whole = `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
    const body = form.querySelector('textarea')?.value.trim()
    return {
      method,
      path: whole,
      url: `${document.body.dataset['base']}${whole}`,
      auth: auth === 'basic' || auth === 'bearer' ? auth : 'none',
      ...(sample.tokenId !== '' && { tokenId: sample.tokenId }),
      headers: filled('header'),
      form: filled('form'),
      ...(body !== undefined && body !== '' && { body }),
    }
  }

  /** Shows the curl command for the values in the form. */
  function write(form: HTMLFormElement): void {
    const command = form.parentElement?.querySelector('.curl code')
    if (command) command.textContent = curlLine(callOf(form))
  }

  async function send(form: HTMLFormElement): Promise<string> {
    const { method, path, headers = [], body } = callOf(form)
    const accessToken = form.querySelector<HTMLInputElement>('input[data-in="token"]')?.value.trim()
    let parsed: unknown
    try {
      parsed = body === undefined ? undefined : JSON.parse(body)
    } catch (error) {
      throw new Error(`The body is not JSON: ${error instanceof Error ? error.message : ''}`)
    }
    const answer = await ask<SentAnswer>('POST /emulator/send', {
      method,
      path,
      headers: {
        ...Object.fromEntries(headers),
        ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
      },
      ...(parsed !== undefined && { body: parsed }),
    })
    sample.key = await clientKey()
    form.querySelector('.outcome')?.replaceChildren(...outcomeOf(answer))
    form.querySelector('.result')?.replaceChildren(...resultOf(answer))
    return ''
  }

  function outcomeOf({ status, duration }: SentAnswer): HTMLElement[] {
    const kind = status === 'cut' || status >= 500 ? 'broken' : status >= 400 ? 'refused' : 'fine'
    return [
      make('span', { class: `status ${kind}` }, String(status)),
      make('span', { class: 'soft' }, `${duration} ms`),
    ]
  }

  function resultOf(answer: SentAnswer): HTMLElement[] {
    if (answer.status === 'cut')
      return [make('p', {}, 'A fault broke the connection before an answer arrived.')]
    const { body, headers } = answer
    const again = headers['retry-after']
    return [
      ...(again === undefined ? [] : [make('p', {}, `Retry-After: ${again} s`)]),
      bodyBlock('Body of the answer', body, 'No body'),
    ]
  }

  /** Creates a client public key. The service accepts each key only once. */
  async function clientKey(): Promise<string> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits'])
    const bytes = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  async function refresh({ tokenId }: { readonly tokenId: string }): Promise<void> {
    const { data } = await ask<{ data: readonly ListedAccount[] }>('GET /emulator/accounts?limit=50')
    const options = data.map(({ account: { id, balance }, customer }) => {
      const owner = customer?.fullName ?? customer?.email ?? 'Platform'
      return {
        key: id,
        version: owner,
        make: () => make('option', { value: id }, `${owner}, ${balance.currency.code}`),
      }
    })
    showList(account, options)
    one('ids-field', HTMLElement).hidden = data.length === 0
    const [{ ids }, inbox] = await Promise.all([
      ask<{ ids: Readonly<Record<string, string>> }>(
        `GET /emulator/ids${account.value === '' ? '' : `?accountId=${encodeURIComponent(account.value)}`}`,
      ),
      ask<{ data: readonly Mail[] }>('GET /emulator/inbox'),
    ])
    sample.ids = ids
    sample.other = data.find(({ account: { id } }) => id !== ids['InternalAccount'])?.account.id ?? ''
    sample.tokenId = tokenId
    sample.otp = inbox.data.find(({ credentialId }) => credentialId === ids['AuthMethod'])?.otp ?? ''
    if (sample.key === '') sample.key = await clientKey()
    for (const form of document.querySelectorAll<HTMLFormElement>('.call[open] form')) fill(form)
  }

  account.addEventListener('change', () => void refresh(sample))

  return { prepare, fill, refresh }
}
