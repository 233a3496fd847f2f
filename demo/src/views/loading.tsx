/** The screens for a page that is loading, and for a server that does not answer. @module */
import type { ReactElement } from 'react'
import { inWords } from '../errors-in-words.js'
import { Button } from '../ui/button.js'
import { ScreenHeading, Skeleton } from '../ui/card.js'
import { Mark } from '../ui/icon.js'
import { ProblemNotice } from '../ui/notice.js'

export function Loading(): ReactElement {
  return (
    <div className="screen screen-door" aria-busy="true">
      <Name />
      <ScreenHeading>Opening your wallet…</ScreenHeading>
      <Skeleton lines={4} />
    </div>
  )
}

export function Unreachable({ error }: { readonly error: unknown }): ReactElement {
  return (
    <div className="screen screen-door unreachable">
      <Name />
      <ScreenHeading>We can’t open Heron</ScreenHeading>
      <ProblemNotice error={error} />
      {inWords(error).code !== 'NOT_SECURE' && (
        <Button weight="primary" onClick={() => location.reload()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function Name(): ReactElement {
  return (
    <div className="hero">
      <Mark />
      <p className="hero-name">Heron</p>
    </div>
  )
}
