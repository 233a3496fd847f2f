/** Colors for a terminal. @module */

const ansi = { red: 31, green: 32, yellow: 33, cyan: 36, grey: 90 } as const

/** A color of a terminal. */
export type Colour = keyof typeof ansi

/** Colors text for a terminal that may have colors, and returns it unchanged for one that may not. */
export const paint = (text: string, colour: Colour, colours: 'plain' | 'ansi' = 'plain'): string =>
  colours === 'ansi' ? `\u001b[${ansi[colour]}m${text}\u001b[0m` : text
