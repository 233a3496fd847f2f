/** Shows the calls and schemas, and loads a description when its section is opened. @module */
import { copy } from '../../panel/copy.js'
import { fillForm, prepareForm } from './call-forms.js'
import { callSearch } from './call-search.js'
import { one } from './one.js'
import { panel } from './page-panel.js'
import { readValues, sampleTokenId } from './sample-values.js'
import type { View } from './watch-tabs.js'

/** Creates the "Calls" part of the page. */
export function callsView(): View {
  const part = one('calls', HTMLElement)
  const clearSearch = callSearch(part)
  part.addEventListener('toggle', ({ target }) => opened(target), true)
  part.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.curl .copy') : null
    const command = button?.closest('.curl')?.querySelector('pre')?.textContent
    if (command) void copy(panel, command, 'the command')
  })
  one('ids-account', HTMLSelectElement).addEventListener('change', () => void refresh(sampleTokenId()))
  return {
    refresh: ({ tokenId }) => refresh(tokenId),
    open(name) {
      const named = document.getElementById(name)
      if (named?.closest('[hidden]')) clearSearch()
      if (named instanceof HTMLDetailsElement) named.open = true
      named?.scrollIntoView()
    },
  }
}

/** Reads the current values, and fills in the forms of the calls that are open. */
async function refresh(tokenId: string): Promise<void> {
  await readValues(tokenId)
  for (const form of document.querySelectorAll<HTMLFormElement>('.call[open] form')) fillForm(form)
}

function opened(target: EventTarget | null): void {
  if (!(target instanceof HTMLDetailsElement) || !target.open || !target.classList.contains('call')) return
  void load(target)
  for (const form of target.querySelectorAll('form')) fillForm(form)
}

/** Loads the description of a call or a schema, unless it is there or being loaded. */
async function load(details: HTMLDetailsElement): Promise<void> {
  const link = details.querySelector<HTMLAnchorElement>('.more a')
  if (!link || details.dataset['loads']) return
  details.dataset['loads'] = 'yes'
  try {
    const answer = await fetch(link.href)
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status}.`)
    const about = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.about')
    if (!about) throw new Error('The answer contains no description.')
    details.querySelector('.more')?.replaceWith(document.adoptNode(about))
  } catch {
    panel.say('This part could not be loaded. Close it and open it again.')
    return
  } finally {
    delete details.dataset['loads']
  }
  for (const form of details.querySelectorAll('form')) prepareForm(form)
}
