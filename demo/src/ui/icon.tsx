/** The logo and the icons, as SVG paths, so that no image has to load. @module */
import type { ReactElement } from 'react'

const paths = {
  key: ['M8 15.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z', 'M12.5 11H21', 'M18 11v3.5'],
  mail: ['M4 6h16v12H4z', 'm4 7 8 6 8-6'],
  person: ['M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z', 'M5 20c.6-3.6 3.4-5.5 7-5.5s6.4 1.9 7 5.5'],
  home: ['m4 11 8-7 8 7', 'M6.5 9.5V20h11V9.5'],
  send: ['M5 19 19 5', 'M9 5h10v10'],
  receive: ['M19 5 5 19', 'M15 19H5V9'],
  shield: ['M12 3 5 6v5c0 4.6 2.9 8.2 7 10 4.1-1.8 7-5.4 7-10V6Z', 'm9 12 2 2 4-4'],
  clock: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z', 'M12 7v5l3 2'],
  info: ['M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z', 'M12 11v5.5', 'M12 7.5v.01'],
  check: ['m5 12.5 4.5 4.5L19 7.5'],
  warning: ['M12 4 2.8 20h18.4Z', 'M12 10v4', 'M12 17v.01'],
  plug: ['M3 3l18 18', 'M8.5 15.5a5 5 0 0 1 7 0', 'M5 12a10 10 0 0 1 4-2.4', 'M19 12a10 10 0 0 0-5-2.8'],
  back: ['M19 12H5', 'm11 6-6 6 6 6'],
  phrase: ['M5 4h11l3 3v13H5z', 'M9 10h6', 'M9 14h6'],
  agent: [
    'M6 9h12v9.5H6z',
    'M12 5.5V9',
    'M12 4.5v.01',
    'M9.75 13v.01',
    'M14.25 13v.01',
    'M3.5 12.5v3',
    'M20.5 12.5v3',
  ],
  stop: ['M7 7l10 10', 'M17 7 7 17'],
  phone: ['M7.5 3.5h9v17h-9z', 'M11 17.5h2'],
  device: ['M4 5h16v11H4z', 'M9 20h6', 'M12 16v4'],
} as const

/** The names of the icons. */
export type IconName = keyof typeof paths

/** An icon in the current text color. It is hidden from screen readers, because the text beside it says the same. */
export function Icon({ name }: { readonly name: IconName }): ReactElement {
  return (
    <svg viewBox="0 0 24 24" className={`icon icon-${name}`} aria-hidden="true" focusable="false">
      {paths[name].map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  )
}

/** Heron's logo. */
export function Mark(): ReactElement {
  return (
    <svg viewBox="0 0 48 48" className="mark" aria-hidden="true" focusable="false">
      <rect width="48" height="48" rx="13" className="mark-ground" />
      <path
        d="M11 36c9 0 15-4 17-12 1.2-4.6.300-8.3-2.6-9.4-2.6-1-5.2.800-5.2 3.6 0 2 1.2 3.6 3.2 4.4"
        className="mark-neck"
      />
      <path d="M25.5 14.4 38 17.2l-10 2.9" className="mark-beak" />
      <path d="M11 41h26" className="mark-water" />
    </svg>
  )
}
