/** Puts the parts together, and updates those that are visible. @module */
import { accountsPart } from './accounts.js'
import { askEmulator } from './ask.js'
import { clockPart } from './clock.js'
import { make } from './dom.js'
import { faultsPart } from './faults.js'
import { inboxPart } from './inbox.js'
import type { Bench, PanelOptions, Part, Status } from './part.js'
import { requestsPart } from './request-list.js'

/** The name of a part. */
export type PartName = 'inbox' | 'requests' | 'clock' | 'faults' | 'accounts'

const parts: Readonly<Record<PartName, (bench: Bench, options: PanelOptions) => Part>> = {
  inbox: inboxPart,
  requests: requestsPart,
  clock: clockPart,
  faults: faultsPart,
  accounts: accountsPart,
}

/** The parts of one emulator. */
export interface Panel extends Bench {
  /** Returns the element of a part, without a heading. Put it below an element of the class `emulator`. */
  readonly part: (name: PartName) => HTMLElement
  /** The element in which messages appear. It must be in the page. */
  readonly said: HTMLElement
  /** Ends all updates until the next `look()`, such as while the panel is not in the page. */
  readonly close: () => void
}

/**
 * Creates a panel. From the first `look()` on, it asks the emulator once a second whether anything has changed, while
 * the page is visible. The styles are in `embedded-wallet-auth-emulator/panel.css`.
 *
 * @example
 * const panel = createPanel()
 * document.body.append(panel.part('inbox'), panel.part('clock'), panel.said)
 * await panel.look()
 */
export function createPanel(options: PanelOptions = {}): Panel {
  const { ask = askEmulator, onStatus } = options
  const said = make('p', { class: 'emulator-said', role: 'status' })
  const made = new Map<PartName, Part>()
  const seen = new Map<Part, string>()
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let quiet: ReturnType<typeof setTimeout> | undefined

  const say = (text: string): void => {
    clearTimeout(quiet)
    said.textContent = text
    quiet = setTimeout(() => {
      said.textContent = ''
    }, 5_000)
  }
  const update = async (part: Part, status: Status): Promise<void> => {
    // A hidden element has no layout. Nothing is read for it. The time is known.
    if (!part.ticks && part.element.offsetParent === null) return
    // Codes expire without any other change, so the parts are also updated every minute.
    const state = `${status.revision} ${status.now.slice(0, part.ticks ? undefined : 16)}`
    if (seen.get(part) === state) return
    await part.refresh(status)
    seen.set(part, state)
  }
  const look = async (): Promise<void> => {
    isOpen = true
    document.addEventListener('visibilitychange', followVisibility)
    clearTimeout(timer)
    try {
      const status = await ask<Status>('GET /emulator/status')
      onStatus?.(status)
      await Promise.all([...made.values()].map((part) => update(part, status)))
    } catch {
      onStatus?.(undefined)
      seen.clear()
    }
    clearTimeout(timer)
    if (document.visibilityState === 'visible' && isOpen) timer = setTimeout(() => void look(), 1_000)
  }
  const followVisibility = (): void => {
    if (document.visibilityState === 'visible') void look()
  }

  const panel: Panel = {
    ask,
    say,
    look,
    said,
    part(name) {
      const part = made.get(name) ?? parts[name](panel, options)
      made.set(name, part)
      return part.element
    },
    close() {
      isOpen = false
      document.removeEventListener('visibilitychange', followVisibility)
      clearTimeout(timer)
      clearTimeout(quiet)
    },
  }
  return panel
}
