/** Formats the output of the benchmark and the page that it writes. Pure. @module */
import { availableParallelism, loadavg } from 'node:os'

/** @typedef {import('./sides.d.ts').Row} Row */
/** @typedef {import('./sides.d.ts').Beside} Beside */

const amount = (/** @type {number} */ value) => value.toFixed(value < 1 ? 3 : 1)

/** @param {Beside | undefined} side */
const ratioOf = (side) => {
  if (side === undefined) return ''
  const middle = side.middle ? ` (${side.middle.map((ratio) => ratio.toFixed(2)).join('–')})` : ''
  return `${side.ratio.toFixed(2)}${middle}`
}

/** @param {Row} row */
export const lineOf = ({ name, unit, ours, peer, limit }) =>
  [
    `${name}: ${amount(ours)} ${unit}`,
    ...(peer ? [`peer ${amount(peer.ms)}, ratio ${ratioOf(peer)}${wantedOf(peer)}`] : []),
    ...(limit ? [`limit ${amount(limit.ms)}, ratio ${ratioOf(limit)}${wantedOf(limit)}`] : []),
  ].join(' | ')

/** @param {Beside} side */
const wantedOf = ({ wanted }) => (wanted === undefined ? '' : `, wanted at most ${wanted}`)

/**
 * Returns the text of docs/internals/performance.md.
 *
 * @param {readonly Row[]} rows
 * @param {{ rounds: number, chromium: string, peers: readonly string[] }} run
 */
export function pageOf(rows, { rounds, chromium, peers }) {
  const table = rows.map(({ name, unit, ours, peer, limit }) => {
    const wanted = [peer?.wanted, limit?.wanted].find((most) => most !== undefined)
    return [
      name,
      `${amount(ours)} ${unit}`,
      peer ? `${amount(peer.ms)} ${unit}` : '',
      ratioOf(peer),
      limit ? `${amount(limit.ms)} ${unit}` : '',
      ratioOf(limit),
      wanted === undefined ? '' : `≤ ${wanted}`,
    ]
  })
  const head = ['', 'Ours', 'Peer', 'Ours / peer', 'Limit', 'Ours / limit', 'Wanted']
  const lines = [head, head.map(() => '---'), ...table].map((cells) => `| ${cells.join(' | ')} |`)
  return `# Performance

What a returning customer waits for, beside a peer and beside the limits of the platform. \`npm run bench -- --write\` writes
this page; do not edit it by hand.

${lines.join('\n')}

Run on ${new Date().toISOString().slice(0, 10)} with Chromium ${chromium}, Node ${process.versions.node} and the peer's
${peers.map((name) => `\`${name}\``).join(' and ')}, on a machine with ${availableParallelism()} ${process.arch} cores
under a load of ${loadavg()[0]?.toFixed(0)} (an idle machine has 0).

## How it is measured

- The peer is the IndexedDB stamper of an infrastructure provider for wallets, the nearest in kind: it stores a key that cannot
  be exported and stamps with it. Where a key is opened, its crypto package does that. \`bench/package.json\` names both
  packages and their versions. They are installed only for the benchmark.
- The limit is what no library can do without: for a restore, to open a database, read a key and sign; for a stamp,
  \`crypto.subtle.sign\` on bytes that are already encoded. Nothing is checked and nothing is encoded.
- All sides run in turns in the same browser, ${rounds} rounds for a fresh page, and who begins changes with each round. The
  times are medians. A ratio is the median of the ratios of each round; half of the rounds are between the two numbers in
  parentheses. Times depend on the machine, ratios much less.
- Every page is built as an application is: minified, in one file, from the browser's cache. A fresh page starts the clock with
  the request for its script, and stops it with the first stamp. A warm page has done the same a moment before; ours then
  still has the connection to its database, which it closes when the page is idle. A fresh browser was started with a stored
  profile.
- Seen on 2026-11-24 with Chromium 156, and not measured again by each run: it compiled the scripts of fresh pages each time, ours
  and the peer's, although compiled code was in its cache. It used that code when started without its feature
  \`BackgroundResourceFetch\`; this benchmark starts it with that feature.
- Ours does more than the peer: it checks the record, proves that the key still signs, and knows when the session expires.
  The peer reads a key and trusts it.
- For a sealed key, both sides have the client key at hand, and nothing has run in the page before. Ours commits the
  answer, opens it, stores the session, reads it back and proves it. Through the public API, the code of a sign-in was awaited
  for half a second; the clock starts when the service's answer is in the page.
- "Wanted" is an aim: in the rows that begin with "stamp" for ours / limit, in the others for ours / peer. Where the ratio is
  larger, the row has missed its aim. No test fails because of that. A restore has none, because nobody notices the few
  milliseconds between the sides.
- The first load is that of the benchmark's own page, which restores and stamps. The limit of 9.5 KiB that
  \`npm test\` holds is for another build: the library's files that an application loads at once.
- The payload guard is what a signed operation adds to its stamp: it looks at what the backend asks to be stamped.

\`npm test -- speed\` measures the rows with a limit again, for a few seconds, and fails when one of their ratios has become half
as large again as in \`bench/limits.js\`.
`
}
