/** The demo's mailbox on the page with the elements. @module */
import { askEmulator, createPanel, type Panel } from 'embedded-wallet-auth-emulator/panel'
import { type ReactElement, useEffect, useState } from 'react'
import { EmulatorMessages, EmulatorPart } from './panel/emulator-part.js'
import { callsAnswered } from './worker.js'

/** The newest codes. The page cannot fill in the element's field, so the user copies the code, as from a mailbox. */
export function Inbox({ isHidden }: { readonly isHidden: boolean }): ReactElement {
  const [panel] = useState(openPanel)
  useEffect(() => panel.close, [panel])
  return (
    <section className="elements-inbox" aria-label="Inbox" aria-live="polite" hidden={isHidden}>
      <EmulatorPart panel={panel} name="inbox" />
      <EmulatorMessages panel={panel} />
    </section>
  )
}

const openPanel = (): Panel =>
  createPanel({
    async ask(call, body) {
      await callsAnswered()
      return askEmulator(call, body)
    },
  })
