/** Reads the call that a form describes. @module */
import type { SampleCall } from './curl-line.js'
import { sampleTokenId } from './sample-values.js'

/** A call with its path below the base URL, which includes the query. */
export interface FormCall extends SampleCall {
  readonly path: string
  /** An agent's access token. */
  readonly accessToken: string | undefined
}

/** Returns the call with what the user has typed. */
export function callIn(form: HTMLFormElement): FormCall {
  const { method = 'GET', path = '', auth } = form.dataset
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input[data-in]')]
  // The inputs have no `name` attribute, because an input named `id` would hide the form's own `id` property.
  const filled = (place: string): readonly (readonly [name: string, text: string])[] =>
    inputs
      .filter((input) => input.dataset['in'] === place && input.value.trim() !== '')
      .map((input) => [input.dataset['name'] ?? '', input.value.trim()])
  let address = path
  for (const [name, text] of filled('path')) address = address.replace(`{${name}}`, inUrl(text))
  const query = filled('query').map(([name, text]) => `${name}=${inUrl(text)}`)
  const whole = `${address}${query.length > 0 ? `?${query.join('&')}` : ''}`
  const body = form.querySelector('textarea')?.value.trim()
  const tokenId = sampleTokenId()
  return {
    method,
    path: whole,
    url: `${document.body.dataset['base']}${whole}`,
    auth: auth === 'basic' || auth === 'bearer' ? auth : 'none',
    accessToken: form.querySelector<HTMLInputElement>('input[data-in="token"]')?.value.trim(),
    headers: filled('header'),
    form: filled('form'),
    ...(tokenId !== '' && { tokenId }),
    ...(body !== undefined && body !== '' && { body }),
  }
}

const inUrl = (text: string): string => encodeURIComponent(text).replaceAll('%3A', ':')
