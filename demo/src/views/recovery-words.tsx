/** The twelve words, for one minute. @module */
import type { ExportedWallet } from 'embedded-wallet-auth'
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react'
import { clockText } from '../times.js'
import { Button } from '../ui/button.js'
import { Card } from '../ui/card.js'

/** For how many seconds the words are shown. */
const shownFor = 60

interface WordsProps {
  readonly exported: ExportedWallet
  readonly onEnd: (text: string, isKept: boolean) => void
}

/** The words. React never has them, so that nothing of it can keep them: they are written into the elements. */
export function Words({ exported, onEnd }: WordsProps): ReactElement {
  const list = useRef<HTMLOListElement>(null)
  const [left, setLeft] = useState(shownFor)
  const over = useEffectEvent((text: string) => onEnd(text, false))
  useEffect(() => {
    const shown = list.current
    const words = new TextDecoder().decode(exported.phrase).split(' ')
    const until = performance.now() + shownFor * 1000
    shown?.replaceChildren(...words.map(wordLine))
    shown?.focus()
    const tick = (): void => {
      const seconds = Math.ceil((until - performance.now()) / 1000)
      if (seconds <= 0) over('We hid the words after a minute.')
      else setLeft(seconds)
    }
    const look = (): void => {
      if (document.visibilityState === 'hidden') over('We hid the words when you left the page.')
    }
    const timer = setInterval(tick, 250)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      exported.wipe()
      // The words on the screen are cleared too. A string cannot be wiped, only released.
      shown?.replaceChildren()
    }
  }, [exported])
  return (
    <>
      <Card heading="Your recovery phrase">
        <p className="soft">Write these words down in order.</p>
        <ol
          ref={list}
          className="words"
          dir="ltr"
          tabIndex={-1}
          translate="no"
          aria-label="Recovery phrase"
        />
        <p className="countdown-text" role="timer">{`Hiding in ${clockText(left)}`}</p>
      </Card>
      <Button
        weight="primary"
        className="button-wide"
        onClick={() => onEnd('Keep your recovery phrase safe.', true)}
      >
        I’ve written them down
      </Button>
    </>
  )
}

function wordLine(text: string): HTMLElement {
  const word = document.createElement('span')
  word.className = 'word'
  word.textContent = text
  const line = document.createElement('li')
  line.append(word)
  return line
}
