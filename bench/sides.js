/** The sides whose pages are compared: what each needs to read a stored session and to stamp. @module */

/** @typedef {import('./measured.d.ts').Side} Side */

/** What no library can do without. @type {Side} */
export const limit = { name: 'bare', title: 'limit: read a key and `sign`', session: false }

/** @type {Side} */
export const ours = { name: 'ours', title: '**this library**', session: true }

/** @type {Side} */
export const oursLazily = {
  name: 'ours-lazy',
  title: '**this library on a lazy route**',
  seed: 'ours',
  session: true,
}

/** @type {Side} */
const stamper = { name: 'stamper', title: "the peer's bare stamper: no session, no expiry", session: false }

/** The peer's full SDKs, of which the fastest is what this library wants to be compared with. @type {readonly Side[]} */
export const sdks = [
  { name: 'browser-sdk', title: "the peer's browser SDK", session: true },
  { name: 'core-sdk', title: "the peer's core SDK", session: true },
]

/** @type {readonly Side[]} */
const withReact = [
  { name: 'ours-react', title: '**this library with React**', seed: 'ours', session: true },
  { name: 'react-kit', title: "the peer's React kit", seed: 'core-sdk', session: true },
]

export const allSides = [limit, stamper, ours, ...sdks, ...withReact]

/** Those that are compared by their stamps alone. */
export const stampingSides = [limit, stamper, ours]
