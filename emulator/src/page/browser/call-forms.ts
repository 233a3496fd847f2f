/** Fills in and sends the forms of the calls, and shows the curl command for each. @module */
import type { SentAnswer } from '../../control/send-call.js'
import { bodyBlock, make } from '../../panel/dom.js'
import { onSubmit } from '../../panel/on-submit.js'
import { callIn } from './call-in-form.js'
import { curlLine } from './curl-line.js'
import { panel } from './page-panel.js'
import { renewKey, withValues } from './sample-values.js'
import { isConnected } from './watch-tabs.js'

/** Adds event handlers to a form that was just added to the page, and fills the form in. */
export function prepareForm(form: HTMLFormElement): void {
  if (isConnected()) form.hidden = false
  const example = form.querySelector('select')
  const body = form.querySelector('textarea')
  example?.addEventListener('change', () => {
    if (!body) return
    body.defaultValue = example.value
    body.value = body.defaultValue
    delete body.dataset['filled']
    fillForm(form)
  })
  form.addEventListener('input', () => writeCommand(form))
  onSubmit(panel, form, () =>
    send(form).catch((error) => {
      // An earlier answer is not one to this call.
      for (const shown of form.querySelectorAll('.outcome, .result')) shown.replaceChildren()
      throw error
    }),
  )
  fillForm(form)
}

/** Replaces the placeholders in a form's example with current values, except in fields that the user has edited. */
export function fillForm(form: HTMLFormElement): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (field.value !== (field.dataset['filled'] ?? field.defaultValue)) continue
    field.value = withValues(field.defaultValue)
    field.dataset['filled'] = field.value
  }
  writeCommand(form)
}

/** Shows the curl command for the values in the form. */
function writeCommand(form: HTMLFormElement): void {
  const command = form.parentElement?.querySelector('.curl code')
  if (command) command.textContent = curlLine(callIn(form))
}

async function send(form: HTMLFormElement): Promise<string> {
  const { method, path, headers = [], body, accessToken } = callIn(form)
  const parsed = body === undefined ? undefined : parsedBody(body)
  const answer = await panel.ask<SentAnswer>('POST /emulator/send', {
    method,
    path,
    headers: {
      ...Object.fromEntries(headers),
      ...(accessToken && { Authorization: `Bearer ${accessToken}` }),
    },
    ...(parsed !== undefined && { body: parsed }),
  })
  await renewKey()
  form.querySelector('.outcome')?.replaceChildren(...outcomeOf(answer))
  form.querySelector('.result')?.replaceChildren(...resultOf(answer))
  return ''
}

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch (error) {
    throw new Error(`The body is not JSON: ${error instanceof Error ? error.message : ''}`)
  }
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
