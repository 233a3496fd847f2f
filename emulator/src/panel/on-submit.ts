/** Runs the forms of the panel. @module */
import type { Bench } from './part.js'

/** Runs `send` when a form is submitted, and shows the message that it returns. An error is shown in the form. */
export function onSubmit({ say, look }: Bench, form: HTMLFormElement, send: () => Promise<string>): void {
  const problem = form.querySelector('.problem')
  let isBusy = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    try {
      const said = await send()
      if (problem) problem.textContent = ''
      if (said !== '') say(said)
      void look()
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (problem) problem.textContent = message
      else say(message)
    } finally {
      isBusy = false
    }
  })
}
