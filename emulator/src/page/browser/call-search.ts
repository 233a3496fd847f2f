/** Searches the calls and schemas. @module */
import { one } from './one.js'

/** Connects the search field of the part that lists the calls. Returns a function that clears the search. */
export function callSearch(part: HTMLElement): () => void {
  const search = one('search', HTMLInputElement)
  const find = (): void => show(part, search.value)
  const clear = (): void => {
    search.value = ''
    find()
  }
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
  return clear
}

/** Shows the calls and schemas that contain all words of the search, and how many there are in each group. */
function show(part: HTMLElement, sought: string): void {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  let total = 0
  for (const group of part.querySelectorAll<HTMLElement>('.system')) {
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
  one('found', HTMLElement).textContent =
    words.length === 0 ? '' : `${total} ${total === 1 ? 'result' : 'results'}`
  one('no-result', HTMLElement).hidden = total > 0
  one('sought', HTMLElement).textContent = sought.trim()
}
