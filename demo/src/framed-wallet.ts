/**
 * The wallet's own page: keys, storage and questions. It has its own origin, and no other script. A page of the shop shows
 * it in a frame, and can only ask it.
 * @module
 */
import type { ExportedWallet } from 'embedded-wallet-auth'
import { chosenKeys } from './chosen-service.js'
import * as platform from './platform.js'

async function serve(): Promise<void> {
  // Not imported statically, or the build would put the elements into what all pages of the demo load first.
  const [{ defineWalletElements }, { serveWallet }, welcome, me] = await Promise.all([
    import('embedded-wallet-auth/element'),
    import('embedded-wallet-auth/frame'),
    platform.welcome(),
    platform.me(),
  ])
  defineWalletElements()
  const ask = document.querySelector('wallet-confirm')
  if (ask === null || welcome.framing === undefined) return
  const { exportSigner, framing } = welcome
  const wallet = me && { accountId: me.account.id, backend: '/wallet', exportSigner, ...chosenKeys(welcome) }
  serveWallet({ wallet, parents: [framing.parent], ask, reveal })
}

const part = (id: string): HTMLElement => document.getElementById(id) ?? document.body

function lineOf(word: string): HTMLElement {
  const line = document.createElement('li')
  line.textContent = word
  return line
}

/** Shows the recovery phrase until the person has read it. */
const reveal = ({ phrase }: ExportedWallet, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const focusTitle = (): void => part('phrase-title').focus()
    const close = (): void => {
      removeEventListener('focus', focusTitle)
      part('words').replaceChildren()
      part('phrase').hidden = true
      resolve()
    }
    part('words').replaceChildren(...new TextDecoder().decode(phrase).split(' ').map(lineOf))
    part('phrase').hidden = false
    focusTitle()
    // Again when the shop's page has given the frame the focus, which takes it from the title.
    addEventListener('focus', focusTitle)
    part('done').onclick = close
    signal.addEventListener('abort', close)
  })

void serve().catch(() => {})
