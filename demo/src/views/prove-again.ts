/** “Confirm it’s you”: a dialog in which the user signs in again, after which the user's action continues. @module */
import { credentialTypes, type Wallet } from 'embedded-wallet-auth'
import { type App, isSignedIn } from '../app.js'
import { button, skeleton } from '../controls.js'
import { catchFocus, el, fill } from '../dom.js'
import { inWords } from '../errors-in-words.js'
import { noticeBox, problemRegion } from '../notice-box.js'
import type { QuestionWords } from '../questions.js'
import { awaitsCode, codeForm } from './code-form.js'
import { openDialog } from './dialog.js'
import { waysIn } from './ways-in.js'

/** The options of the dialog. */
export interface ProofOrder {
  readonly app: App
  readonly wallet: Wallet
  readonly words: QuestionWords
  /** A credential that cannot confirm the action, because the action removes it. */
  readonly except: string | undefined
}

/** Asks the user to sign in again. Resolves with whether the user has done so. */
export function provenAgain({ app, wallet, words, except }: ProofOrder): Promise<boolean> {
  return new Promise((resolve) => {
    const open = new AbortController()
    const { signal } = open
    const end = (proven: boolean): void => {
      if (signal.aborted) return
      open.abort()
      if (!proven && wallet.getState().flow.status !== 'idle') wallet.cancel()
      dialog.close()
      resolve(proven)
    }
    const steps = el('div', { class: 'stack', 'aria-busy': 'true' }, skeleton(2))
    const dialog = openDialog(
      'Confirm it’s you',
      `Sign in again to ${words.purpose}.`,
      () => end(false),
      steps,
      el(
        'div',
        { class: 'row row-end' },
        button('quiet', 'Not now', () => end(false)),
      ),
    )
    const stage = { app, wallet, signal }

    const offer = async (): Promise<void> => {
      try {
        const credentials = await wallet.credentials.list({ signal })
        const usable = credentials.filter(({ id }) => id !== except)
        steps.removeAttribute('aria-busy')
        fill(
          steps,
          waysIn(stage, usable, {
            passkey: 'Use a passkey',
            done: (type) => (credentialTypes[type].proof === 'otp' ? enterCode() : end(true)),
          }),
        )
        catchFocus(steps)
      } catch (error) {
        if (signal.aborted) return
        const { title, next, code } = inWords(error)
        const problems = problemRegion()
        fill(
          steps,
          problems,
          button('secondary', 'Try again', () => void offer()),
        )
        fill(problems, noticeBox('problem', title, next, code))
      }
    }
    const enterCode = (): void => {
      const code = codeForm(stage, 'Confirm', () => end(true))
      const another = button('quiet', 'Try another way', () => {
        wallet.cancel()
        void offer()
      })
      fill(
        steps,
        el('p', { class: 'soft' }, 'We sent a code to ', code.address, '.'),
        code.told,
        code.form,
        el('div', { class: 'row' }, code.resend, another),
      )
      code.focus()
    }

    app.watch(() => {
      const state = wallet.getState()
      // The user signed out in another tab, or the session expired, so the action cannot continue.
      if (!isSignedIn(state)) end(false)
      else if (awaitsCode(state.flow) && !steps.querySelector('form')) enterCode()
    }, signal)
    void offer()
  })
}
