/** Formats what the benchmark prints, and the page that it writes. Pure. @module */
import { availableParallelism } from 'node:os'
import { allSides, limit, ours, sdks } from './sides.js'

/** @typedef {import('./measured.d.ts').Compared} Compared */
/** @typedef {import('./measured.d.ts').MainThread} MainThread */
/** @typedef {import('./measured.d.ts').Ratio} Ratio */
/** @typedef {import('./measured.d.ts').Visits} Visits */

/**
 * @typedef {object} Figures
 * @property {Record<string, number>} bytes
 * @property {Visits} warm
 * @property {Visits} warmSlowProcessor
 * @property {Visits} coldSlow4g
 * @property {Visits} coldOpenConnection
 * @property {Visits} coldSlowProcessor
 * @property {Compared} stamps
 * @property {Compared} sealed
 */

const ms = (/** @type {number | undefined} */ value = Number.NaN) =>
  `${value < 1 ? value.toFixed(3) : value < 20 ? value.toFixed(1) : value.toFixed(0)} ms`

/** @param {Ratio} ratio */
export const ratioText = ({ median, middle: [low, high] }) =>
  `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`

/** @param {readonly (readonly string[])[]} rows the first one is the head */
const tableOf = ([head = [], ...rows]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** @param {Figures} figures */
function visitsTable({ bytes, ...figures }) {
  const columns = [
    figures.warm,
    figures.warmSlowProcessor,
    figures.coldSlow4g,
    figures.coldOpenConnection,
  ].map(
    ({ ms: medians, ratio }) =>
      (/** @type {string} */ name) =>
        name === ours.name
          ? `${ms(medians[name])} · 1`
          : `${ms(medians[name])} · ${ratioText(ratio(name, ours.name))}`,
  )
  return tableOf([
    ['', 'loads at once, gzip', 'warm', 'warm, CPU 4 ×', 'cold, slow 4G', 'cold, 150 ms a request'],
    ...allSides.map(({ name, title }) => [
      title,
      `${((bytes[name] ?? 0) / 1024).toFixed(1)} KiB`,
      ...columns.map((cell) => cell(name)),
    ]),
  ])
}

/** @param {Figures} figures */
function mainThreadTable({ warmSlowProcessor, coldSlowProcessor }) {
  /** @param {Visits} visits @param {string} name */
  const cells = ({ rounds, mainThread }, name) => {
    const { blocked, visits, longest } = mainThread[name] ?? { blocked: 0, visits: 0, longest: 0 }
    return [
      `${blocked.toFixed(0)} ms`,
      `${visits} of ${rounds}`,
      longest === 0 ? '' : `${longest.toFixed(0)} ms`,
    ]
  }
  const head = ['blocked', 'visits with a long task', 'longest']
  return tableOf([
    ['', ...head.map((cell) => `warm: ${cell}`), ...head.map((cell) => `cold: ${cell}`)],
    ...allSides.map(({ name, title }) => [
      title,
      ...cells(warmSlowProcessor, name),
      ...cells(coldSlowProcessor, name),
    ]),
  ])
}

/** @param {Figures} figures */
function aimsTable({
  warm,
  coldSlow4g,
  coldOpenConnection,
  warmSlowProcessor,
  coldSlowProcessor,
  stamps,
  sealed,
}) {
  const verdict = (/** @type {boolean} */ met) => (met ? 'met' : 'missed')
  /** @param {string} name @param {Visits} visits @param {number} most */
  const besideSdk = (name, visits, most) => {
    const fastest = sdks.reduce((best, sdk) =>
      (visits.ms[sdk.name] ?? 0) < (visits.ms[best.name] ?? 0) ? sdk : best,
    )
    const seen = visits.ratio(ours.name, fastest.name)
    return [
      `first stamp, ${name}, beside ${fastest.title}`,
      `≤ ${most}`,
      ratioText(seen),
      verdict(seen.median <= most),
      visits.ratio(limit.name, fastest.name).median.toFixed(2),
    ]
  }
  /** @param {string} name @param {Ratio} seen @param {number} most */
  const beside = (name, seen, most) => [name, `≤ ${most}`, ratioText(seen), verdict(seen.median <= most), '']
  const slow = [warmSlowProcessor, coldSlowProcessor]
  const visits = slow.reduce((sum, { rounds }) => sum + rounds, 0)
  const withLongTasks = slow.reduce((sum, { mainThread }) => sum + (mainThread[ours.name]?.visits ?? 0), 0)
  return tableOf([
    ['', 'aim', 'seen', '', 'the limit itself'],
    besideSdk('warm', warm, 0.6),
    besideSdk('cold, slow 4G', coldSlow4g, 0.5),
    besideSdk('cold, 150 ms a request', coldOpenConnection, 0.5),
    beside('a stamp of 400 bytes, beside bare `sign`', stamps.ratio(ours.name, limit.name), 1.5),
    beside(
      "sealed key to stored signer, beside the peer's packages",
      sealed.ratio('sealed-ours', 'sealed-peer'),
      0.3,
    ),
    [
      'visits with a task of over 50 ms, CPU 4 ×, from the load to idle',
      '0',
      `${withLongTasks} of ${visits}`,
      verdict(withLongTasks === 0),
      '',
    ],
  ])
}

/** Returns the tables as text. @param {Figures} figures */
export const tablesOf = (figures) =>
  [visitsTable(figures), mainThreadTable(figures), aimsTable(figures)].join('\n\n')

/**
 * Returns the text of docs/internals/performance.md.
 *
 * @param {Figures} figures
 * @param {{ chromium: string, peers: readonly string[], load: number }} run the load before it began
 */
export function pageOf(figures, { chromium, peers, load }) {
  const { warm, warmSlowProcessor, coldSlow4g, coldSlowProcessor, stamps, sealed } = figures
  return `# Performance

What a returning customer waits for: this library beside the full SDKs of a peer, as an application would install them, and beside
what no library can do without. \`npm run bench -- --write\` writes this page; do not edit it by hand.

## Navigation to first stamp

A session is stored. The clock starts with the navigation, and stops when the session and its expiry are known and the first text is
stamped. A cell has the median time, and how many times this library's that is: the median of the ratios of each round, and
in parentheses the two numbers between which half of them are.

${visitsTable(figures)}

## Main thread

How long the main thread is kept, with a processor that is 4 times slower, from the load until the page is idle. Blocked is what the
tasks of a visit take beyond 50 ms each, added up; the median of all visits. A long task is one of over 50 ms.

${mainThreadTable(figures)}

## Aims

The ratio of this library to the other side. The last column is the same ratio for the limit, which does nothing but read a key and sign:
where it is above the aim, no library can reach it.

${aimsTable(figures)}

A stamp of 400 bytes took ${ms(stamps.ms[ours.name])}, bare \`sign\` ${ms(stamps.ms[limit.name])} and the peer's bare stamper ${ms(stamps.ms['stamper'])}.
From the sealed key to the stored signer it was ${ms(sealed.ms['sealed-ours'])}, and ${ms(sealed.ms['sealed-peer'])} with the peer's packages.

Run on ${new Date().toISOString().slice(0, 10)} with Chromium ${chromium}, Node ${process.versions.node} and the peer's
${peers.map((name) => `\`${name}\``).join(', ')}, on a machine with ${availableParallelism()} ${process.arch} cores
whose load was ${load.toFixed(0)} before it began (an idle machine has 0). No test fails because of these figures.

## How it is measured

- The peer is an infrastructure provider for wallets, whose sessions are the nearest in kind: a P-256 key in IndexedDB that cannot be
  exported, and stamps with it. \`bench/package.json\` names its packages and their versions, which are installed only for the
  benchmark. Its SDKs do much that this library does not, such as signing transactions of chains and connecting other wallets; a page that only
  signs in and stamps loads that too, because it is in their entry files.
- Each side is a page of its own origin, as Vite builds it: minified, and compressed by the server. What a page loads at once is
  requested at once, over HTTP/1.1. Its session was stored by its own functions; the peer's has a token that the benchmark made. The peer's React kit is told to make no requests and to connect
  no other wallets, and its style sheet is left out: all of that is in its favor.
- All sides take turns in the same browser, and who begins changes with each round: ${warm.rounds} rounds warm, ${warmSlowProcessor.rounds} with the
  slow processor, ${coldSlow4g.rounds} and ${coldSlowProcessor.rounds} cold. Each visit has a new tab, whose process has already started. Times depend on the
  machine, ratios much less.
- Warm, the files are in the browser's cache. Cold, that cache was emptied; the session is still stored.
- Slow 4G is what Chromium's DevTools call so: 1.6 Mbit/s down and 0.75 up, of which they take 90 %, and 562.5 ms for each request,
  which is 3.75 round trips of 150 ms. A page and its script are two requests, so no side can be faster than 1,125 ms there.
  "150 ms a request" has the same bandwidth and one round trip for each request, as over a connection that is open.
- The slow processor is Chromium's own emulation. It is not a phone: nothing was measured on one.
- Seen on 2026-11-24 with Chromium 156, and not measured again by each run: it compiled the scripts of new pages each time, of
  all sides that were there, although compiled code was in its cache. It used that code when started without its feature
  \`BackgroundResourceFetch\`; this benchmark starts it with that feature.
- The limit and the bare stamper know no session: they read a key and trust it. This library also checks the record, proves that the
  key still signs, and says when the session expires. The peer's SDKs read the session's expiry, and do not prove the key.
- For a sealed key, both sides have the client key at hand, and nothing has run in the page before. Ours commits the
  answer, opens it, stores the session, reads it back and proves it.
- What loads at once is that of the benchmark's own page. The limit of 12 KiB that \`npm test\` holds is for another build: a page
  that Vite builds with its defaults.

\`npm test -- speed\` measures a warm visit and a stamp beside the limit again, for a few seconds, and fails when a ratio has become half
as large again as in \`bench/limits.js\`.
`
}
