/** Runs `<wallet-sign-in>`: shows the view for the wallet's state, and calls the wallet when the user acts. @module */
import type { CredentialType, Fault, Wallet } from '../../index.js'
import { button, el, icon, mark, relabel } from '../dom.js'
import type { Host, Running } from '../element-class.js'
import type { Messages } from '../messages/messages.js'
import { createPanel, type View, waiting } from '../panel.js'
import { type Doing, type Problem, problemOf, textFor } from '../problems.js'
import { clockText, secondsUntil } from '../text.js'
import { type CodeState, codeView } from './code-view.js'
import { type Account, keyOf, readAccount, type SignInProvider, type Way, waysOf } from './ways.js'

/** The properties of `<wallet-sign-in>`. */
export interface SignInProperties {
  wallet: Wallet | undefined
  providers: readonly SignInProvider[]
  messages: Partial<Messages>
}

/** The attributes of `<wallet-sign-in>`, besides `lang` and `dir`. */
export const signInAttributes = ['code-length', 'code-alphanumeric', 'code-lifetime', 'again'] as const

/** The element's current wallet, and what is known about the wallet's account. */
interface Watched {
  readonly wallet: Wallet
  readonly controller: AbortController
  readonly unsubscribe: () => void
  account?: Account
  isLoading?: boolean
  /** Whether the browser came back online while the account was being read. That read may have begun offline. */
  isBack?: boolean
  /** Why the account could not be read. */
  failure?: Problem
  /** The session's `authenticatedAt` at the last render. A render that finds another one emits `wallet-signed-in`. */
  told?: string | undefined
  /**
   * With the attribute `again`, a session with this `authenticatedAt` does not count: the user has to sign in again.
   * Not set while the wallet is restoring the session.
   */
  since?: { readonly proof: string | undefined }
  /** No passkey challenge is requested before this time: milliseconds since 1970, server time. */
  preparedUntil: number
  /** When the last code was sent: milliseconds since 1970, server time. */
  sentAt?: number
}

/** Starts `<wallet-sign-in>`. */
export function startSignIn({ element, root, properties, emit }: Host<SignInProperties>): Running {
  const panel = createPanel({ element, root, messages: () => properties.messages, render: () => render() })
  const { say } = panel
  let watched: Watched | undefined
  let call: { readonly way?: Way; readonly name: 'signIn' | 'submit' | 'resend' } | undefined
  let calls = 0
  let problem: { readonly error: Problem; readonly doing: Doing | undefined } | undefined
  let status: 'resent' | undefined
  let lastWay: string | undefined
  /** The flow's fault, once its countdown has ended. A dismissed fault is not shown. */
  let dismissed: Fault | undefined
  /** A way to sign in, by its `keyOf`, that cannot be used before `until`: milliseconds since 1970, server time. */
  let blocked: { readonly way: string; readonly until: number } | undefined

  const isAgain = (): boolean => element.hasAttribute('again')
  const numberOf = (attribute: string): number | undefined => {
    const value = Number(element.getAttribute(attribute))
    return value > 0 ? value : undefined
  }

  const watch = (wallet: Wallet | undefined): void => {
    watched?.unsubscribe()
    watched?.controller.abort()
    calls += 1
    call = problem = status = blocked = undefined
    watched = wallet && {
      wallet,
      controller: new AbortController(),
      unsubscribe: wallet.subscribe(() => render()),
      preparedUntil: 0,
    }
  }
  const proofOf = ({ wallet }: Watched): string | undefined => {
    const { session } = wallet.getState()
    return 'authenticatedAt' in session ? session.authenticatedAt : undefined
  }
  /** From now on, the attribute `again` requires a sign-in that is newer than the current session. */
  const restart = (): void => {
    if (watched) watched.since = { proof: proofOf(watched) }
  }

  const load = (at: Watched): void => {
    if (at.isLoading) return
    at.isLoading = true
    at.isBack = false
    delete at.failure
    readAccount(at.wallet, at.controller.signal)
      .then(
        (account) => {
          at.account = account
        },
        (error: unknown) => {
          at.failure = problemOf(error)
        },
      )
      .finally(() => {
        at.isLoading = false
        if (at.failure && at.isBack) load(at)
        if (watched === at) render()
      })
  }

  /** Calls the wallet. Shows the call's error, unless a newer call was made or the user cancelled in the meantime. */
  const run = async (
    next: NonNullable<typeof call>,
    doing: Doing,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    const at = watched
    if (at === undefined) return
    calls += 1
    const number = calls
    call = next
    problem = status = undefined
    // `submit` and `resend` do not change the view, so the focus stays where it is.
    if (next.name === 'signIn') panel.takeFocus()
    render()
    try {
      await work()
    } catch (error) {
      if (number !== calls) return
      const failed = problemOf(error)
      problem = { error: failed, doing }
      if (failed.retryAfter !== undefined && next.way !== undefined)
        blocked = { way: keyOf(next.way), until: at.wallet.now() + failed.retryAfter * 1000 }
      if (failed.code.startsWith('CREDENTIAL_')) load(at)
      if (textFor(failed, doing) !== undefined) emit('wallet-problem', error)
    }
    if (number !== calls) return
    call = undefined
    render()
  }

  const signIn = (way: Way): void => {
    const at = watched
    if (at === undefined) return
    lastWay = keyOf(way)
    const { id: credential } = way.credential
    if (way.type !== 'OAUTH') {
      if (way.type === 'PASSKEY') at.preparedUntil = 0
      const { type } = way
      void run({ name: 'signIn', way }, type, () => at.wallet.signIn({ type, credential }))
      return
    }
    void run({ name: 'signIn', way }, 'OAUTH', () => {
      // This must not come after an `await`: `begin` may open a window, which browsers allow only during the click.
      const getOidcToken = way.provider.begin()
      return at.wallet
        .signIn({ type: 'OAUTH', credential, getOidcToken })
        .finally(() => getOidcToken.close?.())
    })
  }

  const cancel = (): void => {
    calls += 1
    call = problem = status = undefined
    panel.takeFocus()
    watched?.wallet.cancel()
    render()
  }

  /** Requests the passkey challenge before the click, so that the click opens the browser's passkey dialog at once. */
  const prepare = (): void => {
    const at = watched
    const way = at && ways(at).find(({ type }) => type === 'PASSKEY')
    if (at === undefined || way === undefined || call !== undefined || at.preparedUntil > at.wallet.now())
      return
    at.preparedUntil = Number.POSITIVE_INFINITY
    const { signal } = at.controller
    at.wallet.prepare({ type: 'PASSKEY', credential: way.credential.id, signal }).then(
      ({ usableUntil = '' }) => {
        at.preparedUntil = Date.parse(usableUntil) || pauseUntil(at)
      },
      // This error is not shown. The click requests the challenge again, and shows an error if that fails too.
      () => {
        at.preparedUntil = pauseUntil(at)
      },
    )
  }

  /** Without this pause after a failure, every pointer event could request a challenge. */
  const pauseUntil = ({ wallet }: Watched): number => wallet.now() + 30_000

  const ways = ({ account }: Watched): readonly Way[] =>
    account === undefined ? [] : waysOf(account, properties.providers)

  const choices = (at: Watched): View => {
    const shown = ways(at)
    if (shown.length === 0) {
      const isPasskeyMissing =
        at.account?.hasPasskeys === false && at.account.credentials.some(({ type }) => type === 'PASSKEY')
      const name = isPasskeyMissing ? 'onlyPasskey' : 'noWay'
      return {
        key: isPasskeyMissing ? 'unsupported' : 'empty',
        build: () => ({ heading: say(`${name}Heading`), text: say(name) }),
      }
    }
    const several = shown.filter(({ type }) => type === 'OAUTH').length > (properties.providers?.length ?? 0)
    return {
      key: `choices ${shown.map(keyOf)}`,
      build: () => {
        prepare()
        const buttons = shown.map((way, index) => {
          const { nickname: address } = way.credential
          const made = button(nameOf(way), {
            look: index === 0 ? 'way primary' : 'way',
            icon: pictureOf(way),
            detail:
              way.type === 'EMAIL_OTP'
                ? say('codeTo', { address })
                : several && way.type === 'OAUTH'
                  ? address
                  : undefined,
            click: () => signIn(way),
          })
          return { way, made }
        })
        return {
          heading: say('signInHeading'),
          text: shown.length > 1 ? say('chooseWay') : undefined,
          body: [el('div', { class: 'actions', part: 'actions' }, ...buttons.map(({ made }) => made))],
          focus: buttons.find(({ way }) => keyOf(way) === lastWay)?.made,
          update() {
            for (const { way, made } of buttons) {
              const left = blocked?.way === keyOf(way) ? secondsUntil(blocked.until, at.wallet.now()) : 0
              mark(made, 'aria-disabled', left > 0 ? 'true' : undefined)
              relabel(made, left > 0 ? `${nameOf(way)} (${clockText(left)})` : nameOf(way))
              if (left === 0 && blocked?.way === keyOf(way)) {
                blocked = problem = undefined
                dismissed = faultOf(at)
              }
            }
            showNews()
          },
        }
      },
    }
  }

  const nameOf = (way: Way): string =>
    way.type === 'OAUTH'
      ? say('withProvider', { provider: way.provider.name })
      : say(way.type === 'PASSKEY' ? 'withPasskey' : 'withCode')

  /** Returns the view to show while waiting. If `isOut`, the proof has been sent, so there is no button to cancel. */
  const busy = (type: CredentialType | undefined, isOut: boolean): View => {
    const provider =
      (call?.way?.type === 'OAUTH' ? call.way.provider.name : undefined) ??
      (properties.providers?.length === 1 ? properties.providers[0]?.name : undefined) ??
      say('yourProvider')
    const key = isOut ? 'checking' : (type ?? 'loading')
    return {
      key: `busy ${key} ${provider}`,
      build: () => {
        const stop = isOut ? undefined : button(say('cancel'), { look: 'secondary', click: cancel })
        const frame = (heading: string, words: string, text?: string) => ({
          heading,
          text,
          body: [waiting(words), stop],
          isBusy: true,
        })
        if (isOut || type === undefined)
          return frame(say('signInHeading'), say(isOut ? 'checking' : 'loading'))
        if (type === 'EMAIL_OTP') return frame(say('signInHeading'), say('sendingCode'))
        if (type === 'PASSKEY') return frame(say('passkeyOpenHeading'), say('loading'), say('passkeyOpen'))
        return frame(
          say('providerOpenHeading', { provider }),
          say('loading'),
          say('providerOpen', { provider }),
        )
      },
    }
  }

  const code = (at: Watched): View => {
    const state = (): CodeState => {
      const { flow } = at.wallet.getState()
      const isAwaited = flow.status === 'awaitingProof'
      const resendAt = isAwaited && flow.resendAt !== undefined ? Date.parse(flow.resendAt) : 0
      const now = at.wallet.now()
      // A `resendAt` in the past is when the last code was sent. A `resendAt` in the future is when the service will
      // accept another request.
      if (resendAt > 0 && resendAt <= now) at.sentAt = resendAt
      const lifetime = numberOf('code-lifetime')
      const isKnown = lifetime !== undefined && at.sentAt !== undefined
      return {
        address: at.account?.credentials.find(({ id, type }) =>
          isAwaited ? id === flow.credential : type === 'EMAIL_OTP',
        )?.nickname,
        form: { length: numberOf('code-length'), isAlphanumeric: element.hasAttribute('code-alphanumeric') },
        isChecking: flow.status === 'verifying',
        isResending: call?.name === 'resend',
        isWrong: ['codeWrong', 'codeMissing'].includes(words() ?? ''),
        resendIn: secondsUntil(resendAt, now),
        expiresIn: isKnown ? secondsUntil((at.sentAt ?? 0) + lifetime * 1000, now) : undefined,
      }
    }
    const { length, isAlphanumeric } = state().form
    return {
      key: `code ${length} ${isAlphanumeric}`,
      build: () =>
        codeView(say, state, {
          submit: (otp) => run({ name: 'submit' }, 'EMAIL_OTP', () => at.wallet.submit({ otp })),
          resend: () =>
            void run({ name: 'resend' }, 'EMAIL_OTP', async () => {
              await at.wallet.resend()
              status = 'resent'
            }),
          leave: cancel,
        }),
    }
  }

  const view = (): View => {
    const at = watched
    const { session, flow } = at?.wallet.getState() ?? {}
    if (at === undefined || flow === undefined || session === undefined || session.status === 'restoring')
      return loading
    const isProven = 'id' in session && !(isAgain() && session.authenticatedAt === at.since?.proof)
    if (isProven)
      return {
        key: `signedin ${session.nickname}`,
        build: () => ({
          picture: icon('done'),
          heading: say('signedIn'),
          text: session.nickname === '' ? undefined : say('signedInWith', { name: session.nickname }),
        }),
      }
    if (at.account === undefined && at.failure === undefined) load(at)
    if (flow.status === 'awaitingProof' && flow.proof === 'otp') return code(at)
    if (flow.status === 'verifying') return flow.type === 'EMAIL_OTP' ? code(at) : busy(flow.type, true)
    if (flow.status !== 'idle') return busy(flow.status === 'creating' ? undefined : flow.type, false)
    if (call?.name === 'signIn') return busy(call.way?.type, false)
    if (at.account !== undefined) return choices(at)
    if (at.failure === undefined) return loading
    return {
      key: isOffline() ? 'offline' : 'unreachable',
      build: () => {
        const again = button(say('tryAgain'), { look: 'primary', click: () => retry() })
        return {
          heading: say(isOffline() ? 'offlineHeading' : 'unreachableHeading'),
          body: [again],
          focus: again,
          update: () => mark(again, 'aria-disabled', at.isLoading ? 'true' : undefined),
        }
      },
    }
  }
  const loading: View = {
    key: 'loading',
    build: () => ({ heading: say('signInHeading'), body: [waiting(say('loading'))], isBusy: true }),
  }

  const retry = (): void => {
    if (watched?.failure !== undefined) load(watched)
    render()
  }

  /** Returns the key of the problem's text. An error of the element's last call overrides the flow's fault. */
  const words = (): keyof Messages | undefined => {
    const { flow } = watched?.wallet.getState() ?? {}
    const fault = watched && faultOf(watched)
    const shown =
      problem ?? (flow && fault && fault !== dismissed ? { error: fault, doing: typeOf(flow) } : undefined)
    if (shown === undefined) return watched?.account === undefined && !isOffline() ? failureText() : undefined
    const key = textFor(shown.error, shown.doing)
    // The user can still enter the last code.
    return key === 'tooMany' && flow?.status === 'awaitingProof' ? 'tooSoon' : key
  }
  const faultOf = ({ wallet }: Watched): Fault | undefined => {
    const { flow } = wallet.getState()
    return 'fault' in flow ? flow.fault : undefined
  }
  const failureText = (): keyof Messages | undefined =>
    watched?.failure === undefined ? undefined : textFor(watched.failure, undefined)

  const showNews = (): void => {
    const { session, flow } = watched?.wallet.getState() ?? {}
    const isIdle = flow?.status === 'idle' && call === undefined
    const wrong = isSignedIn() ? undefined : words()
    const ended = session?.status === 'none' && isIdle ? endings[session.reason] : undefined
    panel.tell({ problem: wrong, status: status ?? (wrong === undefined ? ended : undefined) })
  }
  const isSignedIn = (): boolean => watched !== undefined && proofOf(watched) !== undefined && !isAgain()

  const render = (): void => {
    if (watched?.wallet !== properties.wallet) watch(properties.wallet)
    if (watched?.since === undefined && watched?.wallet.getState().session.status !== 'restoring') restart()
    panel.show(view())
    showNews()
    if (watched === undefined) return
    const proof = proofOf(watched)
    if (proof !== undefined && proof !== watched.told)
      emit('wallet-signed-in', watched.wallet.getState().session)
    watched.told = proof
  }

  const onLine = (): void => {
    panel.translate()
    retry()
    // Set after `retry`, so that a read that starts now is made once more too: the event can come before the network works.
    if (watched) watched.isBack = true
  }
  addEventListener('online', onLine)
  addEventListener('offline', render)
  root.addEventListener('pointerover', prepare)
  root.addEventListener('focusin', prepare)
  let wasAgain = isAgain()
  render()
  return {
    changed() {
      if (isAgain() && !wasAgain) restart()
      wasAgain = isAgain()
      panel.translate()
      render()
    },
    focus: panel.focus,
    stop() {
      removeEventListener('online', onLine)
      removeEventListener('offline', render)
      root.removeEventListener('pointerover', prepare)
      root.removeEventListener('focusin', prepare)
      calls += 1
      watched?.unsubscribe()
      watched?.controller.abort()
      panel.stop()
    },
  }
}

/** The text for each `reason` why a session has ended. Other reasons are not shown. */
const endings: Readonly<Record<string, 'sessionExpired' | 'sessionRevoked' | 'interrupted' | undefined>> = {
  expired: 'sessionExpired',
  revoked: 'sessionRevoked',
  interrupted: 'interrupted',
}

const isOffline = (): boolean => navigator.onLine === false

const typeOf = (flow: object): Doing | undefined =>
  // The type assertion is safe: the `type` of a flow is always a credential type.
  'type' in flow ? (flow.type as CredentialType) : undefined

function pictureOf(way: Way): Node {
  if (way.type !== 'OAUTH') return icon(way.type === 'PASSKEY' ? 'passkey' : 'mail')
  const { icon: source } = way.provider
  return source === undefined ? icon('account') : el('img', { src: source, alt: '', part: 'icon' })
}
