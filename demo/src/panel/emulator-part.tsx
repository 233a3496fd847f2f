/** The emulator's panel in React. @module */
import type { Panel, PartName } from 'embedded-wallet-auth-emulator/panel'
import { type ReactElement, type RefObject, useEffect, useEffectEvent, useRef } from 'react'

interface EmulatorPartProps {
  readonly panel: Panel
  readonly name: PartName
}

/** Shows the part. */
export function EmulatorPart({ panel, name }: EmulatorPartProps): ReactElement {
  const place = usePlace(() => panel.part(name), panel)
  return <div ref={place} className="emulator" />
}

/** The place in which the panel shows its messages. */
export function EmulatorMessages({ panel }: Pick<EmulatorPartProps, 'panel'>): ReactElement {
  const place = usePlace(() => panel.said, panel)
  return <div ref={place} className="emulator" />
}

/** Puts an element of the panel into the place that has the returned ref. */
function usePlace(find: () => HTMLElement, panel: Panel): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const found = useEffectEvent(find)
  useEffect(() => {
    const element = found()
    place.current?.append(element)
    void panel.look()
    return () => element.remove()
  }, [panel])
  return place
}
