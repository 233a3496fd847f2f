/** Searches the calls and schemas, and loads a description when its section is opened. @module */
import type { CallForms } from './call-forms.js'
import { copy } from './copy.js'
import { one } from './dom.js'
import { say } from './say.js'
import type { View } from './watch-emulator.js'

/** Creates the "Calls" part of the page. */
export function callsView(forms: CallForms): View {
  const part = one('calls', HTMLElement)
  const search = one('search', HTMLInputElement)
  const found = one('found', HTMLElement)
  const groups = [...part.querySelectorAll<HTMLElement>('.system')]

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
    one('no-result', HTMLElement).hidden = total > 0
    one('sought', HTMLElement).textContent = search.value.trim()
  }

  function clear(): void {
    search.value = ''
    find()
  }

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
      say('This part could not be loaded. Close it and open it again.')
      return
    } finally {
      delete details.dataset['loads']
    }
    for (const form of details.querySelectorAll('form')) forms.prepare(form)
  }

  part.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.open || !target.classList.contains('call'))
        return
      void load(target)
      for (const form of target.querySelectorAll('form')) forms.fill(form)
    },
    true,
  )
  part.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('.curl .copy') : null
    const command = button?.closest('.curl')?.querySelector('pre')?.textContent
    if (command) void copy(command, 'the command')
  })
  one('search-field', HTMLElement).hidden = false
  search.addEventListener('input', find)
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') clear()
  })
  one('clear-search', HTMLButtonElement).addEventListener('click', () => {
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
    refresh: forms.refresh,
    open(name) {
      const named = document.getElementById(name)
      if (named?.closest('[hidden]')) clear()
      if (named instanceof HTMLDetailsElement) named.open = true
      named?.scrollIntoView()
      return named !== null
    },
  }
}
