/** The page: header, wallet and workbench. @module */
import { type App, createApp } from './app.js'
import { isOffline } from './connection.js'
import { button } from './controls.js'
import { el, fill, setText } from './dom.js'
import { icon, mark } from './icons.js'
import { showScreens } from './screens.js'
import { confirmed } from './views/confirm-box.js'
import { loadingView, unreachableView } from './views/loading.js'
import { provenAgain } from './views/prove-again.js'
import { sentPayments } from './views/sent-payments.js'

async function start(root: HTMLElement): Promise<void> {
  const announcer = el('div', { class: 'visually-hidden', role: 'status' })
  const main = el('main', { id: 'wallet', class: 'wallet' }, loadingView())
  const header = el('header', { class: 'top' })
  const column = el('div', { class: 'column' }, header, offlineNotice(), main)
  fill(root, el('a', { class: 'skip', href: '#wallet' }, 'Skip to the wallet'), column, announcer)
  try {
    const app = await createApp((text) => setText(announcer, text), { confirmed, provenAgain })
    showHeader(app, header)
    main.before(sentPayments(app))
    showScreens(app, main)
    // A placeholder for the workbench, so that the layout does not jump when the workbench loads.
    const ground = el('div', { class: 'workbench' })
    root.append(ground)
    await painted()
    const { workbench } = await import('./panel/workbench.js')
    ground.replaceWith(workbench(app))
  } catch (error) {
    fill(main, unreachableView(error))
  }
}

/** Resolves once the page has been painted, or soon in a background tab, which is not painted. */
const painted = (): Promise<void> =>
  new Promise((resolve) => {
    const soon = (): void => void setTimeout(resolve)
    if (document.visibilityState === 'hidden') soon()
    else requestAnimationFrame(soon)
  })

function showHeader(app: App, header: HTMLElement): void {
  let shown: string | undefined
  const update = (): void => {
    const person = app.member()?.me.person
    const key = person?.key ?? ''
    if (key === shown) return
    shown = key
    fill(
      header,
      el('span', { class: 'brand' }, mark(), el('span', {}, 'Heron')),
      person === undefined
        ? el('span', { class: 'soft' }, 'Demo')
        : el(
            'span',
            { class: 'who' },
            el('span', { class: 'avatar', 'aria-hidden': 'true' }, person.name.charAt(0)),
            el('span', { class: 'who-name' }, person.name),
            button('quiet', 'Switch', () => void app.logOut().catch(() => location.reload()), {
              name: 'Switch to another customer',
            }),
          ),
    )
  }
  app.watch(update, new AbortController().signal)
  update()
}

/** Makes the notice that is shown while the device is offline. */
function offlineNotice(): HTMLElement {
  const region = el('div', { role: 'status', class: 'offline' })
  const update = (): void =>
    fill(
      region,
      isOffline()
        ? el(
            'div',
            { class: 'notice notice-careful' },
            icon('plug'),
            el(
              'div',
              { class: 'notice-text' },
              el('p', { class: 'notice-title' }, 'You’re offline.'),
              el('p', {}, 'You can still look around. To sign in or send money, reconnect.'),
            ),
          )
        : undefined,
    )
  addEventListener('online', update)
  addEventListener('offline', update)
  update()
  return region
}

const root = document.getElementById('stage')
if (root !== null) void start(root)
