/** The recovery phrase: first the risks, then a button to hold, then the words for one minute. @module */
import type { ExportedWallet } from 'embedded-wallet-auth'
import { type ReactElement, useState } from 'react'
import { useApp, useMember, useSignal } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Card, ScreenHeading } from '../ui/card.js'
import { HoldButton } from '../ui/hold-button.js'
import { NewsRegion } from '../ui/notice.js'
import { Problems, useAction } from '../ui/use-action.js'
import { useCatchFocus } from '../ui/use-focus.js'
import { Words } from './recovery-words.js'

const texts = {
  name: 'Hold to show recovery phrase',
  hint: 'Hold the button, Space or Enter for two seconds.',
  otherwise: 'I can’t hold a button',
  sure: 'Nobody is watching: show the words',
} as const

/** What the page shows: the risks, the words, or that the words are hidden again. */
type Step =
  | { readonly name: 'risks' }
  | { readonly name: 'words'; readonly exported: ExportedWallet }
  | { readonly name: 'over'; readonly text: string; readonly isKept: boolean }

/** The page for the recovery phrase. */
export function Recovery(): ReactElement {
  const app = useApp()
  const [step, setStep] = useState<Step>({ name: 'risks' })
  const told = useCatchFocus(step)
  const isOver = step.name === 'over'
  return (
    <div className="stack">
      <Button weight="quiet" icon="back" className="start" onClick={() => app.goTo('security')}>
        Back to Security
      </Button>
      <ScreenHeading>Recovery phrase</ScreenHeading>
      <NewsRegion
        ref={told}
        news={
          isOver
            ? { tone: 'good', title: step.text, next: 'The words are no longer on this page.' }
            : undefined
        }
      />
      <div className="stack">
        {step.name === 'risks' && <Risks onExported={(exported) => setStep({ name: 'words', exported })} />}
        {step.name === 'words' && (
          <Words exported={step.exported} onEnd={(text, isKept) => setStep({ name: 'over', text, isKept })} />
        )}
        {isOver && (
          <Button weight="primary" className="button-wide" onClick={() => app.goTo('security')}>
            Done
          </Button>
        )}
        {isOver && !step.isKept && (
          <Button weight="secondary" className="button-wide" onClick={() => setStep({ name: 'risks' })}>
            Show the words again
          </Button>
        )}
      </div>
    </div>
  )
}

function Risks({ onExported }: { readonly onExported: (exported: ExportedWallet) => void }): ReactElement {
  const { consent, me } = useMember()
  const signal = useSignal()
  const show = useAction(async (wallet) => {
    const question = { operation: 'exportWallet', details: { accountId: me.account.id } } as const
    const exported = await consent.given(question, () => wallet.exportWallet())
    // The user has left the page in the meantime.
    if (signal().aborted) exported.wipe()
    else onExported(exported)
  })
  return (
    <>
      <Card heading="Before you continue">
        <ul className="points">
          <li>Anyone who sees these twelve words can take everything in this wallet.</li>
          <li>They can’t be changed. Removing a sign-in method won’t stop someone who has them.</li>
          <li>Heron will never ask for them. Anyone who does is trying to steal from you.</li>
          <li>Make sure nobody can see your screen. Write the words on paper; don’t take a screenshot.</li>
        </ul>
      </Card>
      <Problems of={show} />
      <HoldButton texts={texts} {...show.button} onHeld={() => void show.run()} />
    </>
  )
}
