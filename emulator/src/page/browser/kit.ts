/**
 * The functions that the page's scripts share. They create elements, call the emulator, and show messages. Every
 * function in this folder is sent to the browser as text, so it may use only its parameters and browser globals.
 * @module
 */

/**
 * A row of a list. While `version` stays the same, the row keeps its element, so focus and expanded details are not
 * lost.
 */
export interface ListRow {
  readonly key: string
  readonly version: string
  readonly make: () => HTMLElement
  /** Called with the row's element if the row keeps it. */
  readonly update?: (element: HTMLElement) => void
}

/** An amount in the smallest unit of its currency, as in an account's balance. */
export interface Money {
  readonly amount: number
  readonly currency: { readonly code: string; readonly decimals?: number | undefined }
}

/** The functions that all parts of the page share. */
export interface Kit {
  /** Returns the element with this id. Throws if it does not exist, or is not an instance of `kind`. */
  readonly one: <E extends HTMLElement>(id: string, kind: new () => E) => E
  readonly make: <K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes?: Readonly<Record<string, string>>,
    ...children: readonly (Node | string | undefined)[]
  ) => HTMLElementTagNameMap[K]
  /** Creates a button that copies a text. `what` names the text, such as `the code`. */
  readonly copier: (text: string, what: string) => HTMLButtonElement
  /** Makes `rows` the children of `parent`. Only the rows that have changed get a new element. */
  readonly list: (parent: HTMLElement, rows: readonly ListRow[]) => void
  /**
   * Calls the emulator and resolves with the parsed answer. Rejects with the emulator's message if it refuses the call.
   */
  readonly ask: <T>(call: string, body?: unknown) => Promise<T>
  /** Shows a message for five seconds, and announces it to screen readers. */
  readonly say: (text: string) => void
  /** Runs `send` when a form is submitted, and shows the message that it returns. An error is shown in the form. */
  readonly submitted: (form: HTMLFormElement, send: () => Promise<string>) => void
  readonly copy: (text: string, what: string) => Promise<void>
  /** Shows a time as hours, minutes and seconds in UTC. */
  readonly clockTime: (iso: string) => string
  /** Creates an element that shows a time. */
  readonly time: (iso: string) => HTMLTimeElement
  /** Creates a block of preformatted text that keyboard users can scroll. */
  readonly block: (label: string, text: string) => HTMLPreElement
  /** Creates a block that shows a body, or a paragraph with the text `none` if there is no body. */
  readonly bodyBlock: (label: string, body: unknown, none: string) => HTMLElement
  readonly money: (money: Money) => string
  /**
   * Converts an amount that the user typed to the smallest unit of the currency. Throws an `Error` with a message for
   * the user if the amount is invalid.
   */
  readonly smallestUnit: (typed: string, currency: Money['currency']) => number
  /** Immediately checks whether anything has changed. Does nothing until `watchEmulator` assigns the real function. */
  look: () => Promise<void>
}

/** Creates the shared functions. */
export function createKit(): Kit {
  let quiet: ReturnType<typeof setTimeout> | undefined
  const kit: Kit = {
    one(id, kind) {
      const element = document.getElementById(id)
      if (!(element instanceof kind)) throw new Error(`#${id} is missing`)
      return element
    },
    make(tag, attributes = {}, ...children) {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      element.append(...children.filter((child) => child !== undefined))
      return element
    },
    copier(text, what) {
      const button = kit.make(
        'button',
        { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` },
        'Copy',
      )
      button.addEventListener('click', () => void kit.copy(text, what))
      return button
    },
    list(parent, rows) {
      const known = new Map<string, HTMLElement>()
      for (const child of parent.children)
        if (child instanceof HTMLElement) known.set(child.dataset['key'] ?? '', child)
      let at = parent.firstElementChild
      for (const { key, version, make, update } of rows) {
        const old = known.get(key)
        const isSame = old?.dataset['version'] === version
        const element = isSame ? old : make()
        if (isSame) update?.(element)
        element.dataset['key'] = key
        element.dataset['version'] = version
        if (element === at) at = at.nextElementSibling
        else parent.insertBefore(element, at)
      }
      while (at) {
        const next = at.nextElementSibling
        at.remove()
        at = next
      }
    },
    async ask(call, body) {
      const [method = 'GET', path = ''] = call.split(' ')
      const answer = await fetch(path, {
        method,
        ...(body !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      const text = await answer.text()
      const parsed = text === '' ? undefined : JSON.parse(text)
      if (!answer.ok) throw new Error(parsed?.message ?? `The emulator answered ${answer.status}.`)
      return parsed
    },
    say(text) {
      const said = kit.one('said', HTMLElement)
      clearTimeout(quiet)
      said.textContent = text
      quiet = setTimeout(() => {
        said.textContent = ''
      }, 5_000)
    },
    submitted(form, send) {
      const problem = form.querySelector('.problem')
      let isBusy = false
      form.addEventListener('submit', async (event) => {
        event.preventDefault()
        if (isBusy) return
        isBusy = true
        try {
          const said = await send()
          if (problem) problem.textContent = ''
          if (said !== '') kit.say(said)
          void kit.look()
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          if (problem) problem.textContent = message
          else kit.say(message)
        } finally {
          isBusy = false
        }
      })
    },
    async copy(text, what) {
      const copied = await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
      kit.say(copied ? `Copied ${what}.` : 'The browser did not allow copying.')
    },
    clockTime: (iso) => iso.slice(11, 19),
    time: (iso) => kit.make('time', { datetime: iso, title: iso }, kit.clockTime(iso)),
    block: (label, text) => kit.make('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text),
    bodyBlock(label, body, none) {
      if (body === undefined) return kit.make('p', { class: 'soft' }, none)
      return kit.block(label, typeof body === 'string' ? body : JSON.stringify(body, null, 2))
    },
    money({ amount, currency: { code, decimals = 0 } }) {
      const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
      const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, ',')
      // Trailing zeros are dropped, but at least two decimals are kept.
      const fraction = digits.slice(digits.length - decimals).replace(/(?<=^.{2,})0+$/, '')
      return `${amount < 0 ? '−' : ''}${whole}${decimals > 0 ? `.${fraction}` : ''} ${code}`
    },
    smallestUnit(typed, { code, decimals = 0 }) {
      const [, whole = '', fraction = ''] = /^\s*(\d+)(?:\.(\d*))?\s*$/.exec(typed) ?? []
      if (whole === '') throw new Error('Enter an amount such as 25 or 12.50.')
      if (fraction.length > decimals) throw new Error(`${code} amounts have at most ${decimals} decimals.`)
      const amount = Number(whole + fraction.padEnd(decimals, '0'))
      if (amount === 0) throw new Error('Enter an amount above 0.')
      if (!Number.isSafeInteger(amount)) throw new Error('This amount is too large.')
      return amount
    },
    look: async () => {},
  }
  return kit
}
