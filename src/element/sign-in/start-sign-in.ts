/**
 * Runs `<wallet-sign-in>`: shows the view for the wallet's state, and calls the wallet when the user acts.
 * @module
 */
import { type CredentialType, credentialTypes, type Fault, type Wallet } from '../../index.js'
import { button, el, icon, mark, relabel } from '../dom.js'
import type { Host, Running } from '../element-class.js'
import type { Messages } from '../messages/messages.js'
import { createPanel, type View, waiting } from '../panel.js'
import { type Doing, type Problem, problemOf, textFor } from '../problems.js'
import { clockText, secondsUntil, verbatim } from '../text.js'
import { type CodeState, codeView, type Draft } from './code-view.js'
import { type CodeWords, looks, waysOf } from './looks.js'
import { type Account, readAccount, type SignInProvider, type Way } from './ways.js'

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
  /** What the user has typed, while a code is awaited. */
  draft?: Draft | undefined
}

/** Starts `<wallet-sign-in>`. */
export function startSignIn({ element, root, properties, emit }: Host<SignInProperties>): Running {
  const panel = createPanel({
    element,
    root,
    messages: () => properties.messages,
    render: () => render(),
    online() {
      retry()
      // Set after `retry`, so that a read that starts now is made once more too: the event can come before the network
      // works.
      if (watched) watched.isBack = true
    },
  })
  const { say } = panel
  let watched: Watched | undefined
  let call: { readonly way?: Way; readonly name: 'signIn' | 'submit' | 'resend' } | undefined
  let calls = 0
  let problem: { readonly error: Problem; readonly doing: Doing | undefined } | undefined
  let status: 'resent' | undefined
  let lastWay: string | undefined
  /** The flow's fault, once its countdown has ended. A dismissed fault is not shown. */
  let dismissed: Fault | undefined
  /** A way to sign in, by its `key`, that cannot be used before `until`: milliseconds since 1970, server time. */
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

  const load = async (at: Watched): Promise<void> => {
    if (at.isLoading) return
    at.isLoading = true
    at.isBack = false
    delete at.failure
    try {
      at.account = await readAccount(at.wallet, at.controller.signal)
    } catch (error) {
      at.failure = problemOf(error)
    }
    at.isLoading = false
    if (at.failure && at.isBack) void load(at)
    if (watched === at) render()
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
        blocked = { way: next.way.key, until: at.wallet.now() + failed.retryAfter * 1000 }
      if (failed.code.startsWith('CREDENTIAL_')) void load(at)
      if (textFor(failed, doing) !== undefined) emit('wallet-problem', error)
    }
    if (number !== calls) return
    call = undefined
    render()
  }

  const signIn = (way: Way): void => {
    const at = watched
    if (at === undefined) return
    lastWay = way.key
    const { type } = way.credential
    if (isPasskey(type)) at.preparedUntil = 0
    void run({ name: 'signIn', way }, type, () => way.signIn(at.wallet))
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
    const credential = at && ways(at).find((way) => isPasskey(way.credential.type))?.credential
    if (
      at === undefined ||
      credential === undefined ||
      call !== undefined ||
      at.preparedUntil > at.wallet.now()
    )
      return
    at.preparedUntil = Number.POSITIVE_INFINITY
    const { signal } = at.controller
    const { type, id } = credential
    at.wallet
      .prepare({ type, credential: id, signal })
      // This error is not shown. The click requests the challenge again, and shows an error if that fails too.
      .catch(() => undefined)
      .then((prepared) => {
        // Without this pause after a failure, every pointer event could request a challenge.
        at.preparedUntil = Date.parse(prepared?.usableUntil ?? '') || at.wallet.now() + 30_000
      })
  }

  const ways = ({ account }: Watched): readonly Way[] =>
    account === undefined ? [] : waysOf(account, properties.providers)

  const choices = (at: Watched): View => {
    const shown = ways(at)
    if (shown.length === 0) {
      const isPasskeyMissing =
        at.account?.hasPasskeys === false && at.account.credentials.some(({ type }) => isPasskey(type))
      const name = isPasskeyMissing ? 'onlyPasskey' : 'noWay'
      return {
        key: isPasskeyMissing ? 'unsupported' : 'empty',
        build: () => ({ heading: say(`${name}Heading`), text: say(name) }),
      }
    }
    // A provider with several credentials has a button for each, and only their addresses tell these apart.
    const several = shown.filter(({ provider }) => provider).length > (properties.providers?.length ?? 0)
    return {
      key: `choices ${shown.map(({ key }) => key)}`,
      build: () => {
        prepare()
        const buttons = shown.map((way, index) => {
          const { nickname: address, type } = way.credential
          const { detail } = looks[type]
          const made = button(nameOf(way), {
            look: index === 0 ? 'way primary' : 'way',
            icon: pictureOf(way),
            detail: detail
              ? say(detail, { address })
              : several && way.provider
                ? verbatim(address)
                : undefined,
            click: () => signIn(way),
          })
          return { way, made }
        })
        return {
          heading: say('signInHeading'),
          text: shown.length > 1 ? say('chooseWay') : undefined,
          body: [el('div', { class: 'actions', part: 'actions' }, ...buttons.map(({ made }) => made))],
          focus: buttons.find(({ way }) => way.key === lastWay)?.made,
          update() {
            for (const { way, made } of buttons) {
              const left = blocked?.way === way.key ? secondsUntil(blocked.until, at.wallet.now()) : 0
              mark(made, 'aria-disabled', left > 0 ? 'true' : undefined)
              relabel(made, left > 0 ? `${nameOf(way)} (${verbatim(clockText(left))})` : nameOf(way))
              if (left === 0 && blocked?.way === way.key) {
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

  const nameOf = ({ credential, provider }: Way): string =>
    say(looks[credential.type].label, provider && { provider: provider.name })

  /** Returns the view to show while waiting. If `isOut`, the proof has been sent, so there is no button to cancel. */
  const busy = (type: CredentialType | undefined, isOut: boolean): View => {
    const provider =
      call?.way?.provider?.name ??
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
        const { heading, words, text } = looks[type].waiting
        return frame(say(heading, { provider }), say(words), text && say(text, { provider }))
      },
    }
  }

  const code = (at: Watched, type: CredentialType, texts: CodeWords): View => {
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
        address: at.account?.credentials.find((each) =>
          isAwaited ? each.id === flow.credential : each.type === type,
        )?.nickname,
        form: { length: numberOf('code-length'), isAlphanumeric: element.hasAttribute('code-alphanumeric') },
        isChecking: flow.status === 'verifying',
        isResending: call?.name === 'resend',
        isWrong: [looks[type].refused, 'codeMissing'].includes(words() ?? ''),
        resendIn: secondsUntil(resendAt, now),
        expiresIn: isKnown ? secondsUntil((at.sentAt ?? 0) + lifetime * 1000, now) : undefined,
      }
    }
    const { length, isAlphanumeric } = state().form
    at.draft ??= { text: '', tried: '' }
    const { draft } = at
    return {
      key: `code ${type} ${length} ${isAlphanumeric}`,
      build: () =>
        codeView(
          say,
          texts,
          { state, draft },
          {
            submit: (otp) => run({ name: 'submit' }, type, () => at.wallet.submit({ otp })),
            resend: () =>
              void run({ name: 'resend' }, type, async () => {
                await at.wallet.resend()
                status = 'resent'
              }),
            leave: cancel,
          },
        ),
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
    if (at.account === undefined && at.failure === undefined) void load(at)
    if (flow.status === 'awaitingProof' || flow.status === 'verifying') {
      const { code: texts } = looks[flow.type]
      if (texts !== undefined) return code(at, flow.type, texts)
    }
    at.draft = undefined
    if (flow.status === 'verifying') return busy(flow.type, true)
    if (flow.status !== 'idle') return busy(flow.status === 'creating' ? undefined : flow.type, false)
    if (call?.name === 'signIn') return busy(call.way?.credential.type, false)
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
    if (watched?.failure !== undefined) void load(watched)
    render()
  }

  /** Returns the key of the problem's text. An error of the element's last call overrides the flow's fault. */
  const words = (): keyof Messages | undefined => {
    const { flow } = watched?.wallet.getState() ?? {}
    const fault = watched && faultOf(watched)
    const shown =
      problem ??
      (flow && fault && fault !== dismissed
        ? { error: fault, doing: 'type' in flow ? flow.type : undefined }
        : undefined)
    if (shown === undefined) {
      const failure = watched?.account === undefined && !isOffline() ? watched?.failure : undefined
      return failure && textFor(failure, undefined)
    }
    const key = textFor(shown.error, shown.doing)
    // The user can still enter the last code.
    return key === 'tooMany' && flow?.status === 'awaitingProof' ? 'tooSoon' : key
  }
  const faultOf = ({ wallet }: Watched): Fault | undefined => {
    const { flow } = wallet.getState()
    return 'fault' in flow ? flow.fault : undefined
  }

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

  for (const sign of ['pointerover', 'focusin'])
    root.addEventListener(sign, prepare, { signal: panel.signal })
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
      watch(undefined)
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

const isPasskey = (type: CredentialType): boolean => credentialTypes[type].proof === 'assertion'

function pictureOf({ credential, provider }: Way): Node {
  const source = provider?.icon
  return source === undefined
    ? icon(looks[credential.type].icon)
    : el('img', { src: source, alt: '', part: 'icon' })
}
