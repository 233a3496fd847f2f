/** The dialogs that ask the user before something is signed or cannot be undone. @module */
import type { ReactElement } from 'react'
import type { Asked } from '../asked.js'
import { OpenWallet, useApp } from '../ui/app-context.js'
import { Button } from '../ui/button.js'
import { Fact } from '../ui/card.js'
import { Dialog } from '../ui/dialog.js'
import { ProveAgain } from './prove-again.js'

/** The questions that are open. */
export function OpenQuestions(): ReactElement {
  const { questions } = useApp()
  return (
    <>
      {questions.list().map((asked) =>
        asked.kind === 'proof' ? (
          <OpenWallet key={asked.number}>
            <ProveAgain {...asked} />
          </OpenWallet>
        ) : (
          <Agreement key={asked.number} {...asked} />
        ),
      )}
    </>
  )
}

/** Asks whether the user agrees. */
function Agreement({ words, answer }: Asked): ReactElement {
  const { title, about, facts, agree, refuse, weight } = words
  return (
    <Dialog heading={title} about={about} onDismiss={() => answer(false)}>
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([name, value]) => (
            <Fact key={name} name={name}>
              {value}
            </Fact>
          ))}
        </dl>
      )}
      <div className="row row-end">
        <Button weight="secondary" onClick={() => answer(false)}>
          {refuse}
        </Button>
        <Button weight={weight} onClick={() => answer(true)}>
          {agree}
        </Button>
      </div>
    </Dialog>
  )
}
