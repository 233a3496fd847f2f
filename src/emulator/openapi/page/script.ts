/**
 * The page's script, as text. It searches the calls, copies commands, and opens the section that the URL's fragment
 * names.
 * @module
 */

/** Plain JavaScript that runs in all current browsers without a build step. */
export const pageScript: string = `'use strict'
const calls = [...document.querySelectorAll('.call[data-words]')]
const systems = [...document.querySelectorAll('.system')]
const schemas = document.getElementById('schemas')
const search = document.getElementById('search')
const found = document.getElementById('found')

function find() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean)
  let count = 0
  for (const call of calls) {
    const fits = words.every((word) => call.dataset.words.includes(word))
    call.hidden = !fits
    if (fits) count += 1
  }
  for (const system of systems) system.hidden = !system.querySelector('.call:not([hidden])')
  schemas.hidden = words.length > 0
  found.textContent =
    words.length === 0 ? '' : count === 0 ? 'No call matches.' : count + (count === 1 ? ' call matches.' : ' calls match.')
}

/** Opens the part that the URL's fragment names, even if a search hides it. */
function open() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!named) return
  if (named.closest('[hidden]')) {
    search.value = ''
    find()
  }
  if (named instanceof HTMLDetailsElement) named.open = true
  named.scrollIntoView()
}

async function copy(button) {
  const text = button.closest('.command').querySelector('pre').textContent
  const copied = await navigator.clipboard.writeText(text).then(() => true, () => false)
  button.textContent = copied ? 'Copied' : 'Not allowed'
  found.textContent = copied ? 'The command is copied.' : 'The browser did not allow copying.'
  setTimeout(() => { button.textContent = 'Copy' }, 2000)
}

document.querySelector('.search').hidden = false
search.addEventListener('input', find)
search.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  search.value = ''
  find()
})
document.addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement
  if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  search.focus()
})
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('.copy') : null
  if (button) void copy(button)
})
addEventListener('hashchange', open)
open()
`
