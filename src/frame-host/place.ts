/** The `<iframe>` of the wallet: hidden, except while the wallet needs room to show something. @module */

/** The frame's place in the page. */
export interface Place {
  readonly window: () => Window | null
  /** Covers the page with the frame, and focuses it. */
  readonly show: () => void
  readonly hide: () => void
  readonly reload: () => void
  readonly remove: () => void
}

const always = 'position:fixed;border:0;margin:0;padding:0;max-width:none;max-height:none;z-index:2147483647;'
const hidden = `${always}width:0;height:0;visibility:hidden`
const shown = `${always}width:100%;height:100%;inset:0`

/** Adds the frame to the container. */
export function placeFrame(url: URL, container: Element): Place {
  const frame = document.createElement('iframe')
  const { origin, href } = url
  frame.allow = `publickey-credentials-get ${origin}; publickey-credentials-create ${origin}`
  frame.title = 'Wallet'
  frame.style.cssText = hidden
  const reload = (): void => {
    frame.src = href
  }
  reload()
  container.append(frame)
  let focused: Element | null = null
  return {
    window: () => frame.contentWindow,
    show() {
      focused = document.activeElement
      // In the top layer nothing of the page is above it. A browser without popovers has the `zIndex`.
      frame.popover = 'manual'
      if (frame.isConnected) frame.showPopover?.()
      frame.style.cssText = shown
      frame.focus()
    },
    hide() {
      frame.removeAttribute('popover')
      frame.style.cssText = hidden
      if (focused instanceof HTMLElement) focused.focus()
    },
    reload,
    remove: () => frame.remove(),
  }
}
