/** Makes the page about vectors and engines from recorded results. @module */

/** @typedef {{ engine: string, suite: string, passed: number, failed: readonly string[] }} Recorded */

/** The suites whose data is not in the repository. */
const outside = ['Wycheproof, ECDH P-256', 'Wycheproof, ECDSA P-256 with SHA-256', 'Wycheproof, AES-256-GCM']

/**
 * Returns the page, with a row for each suite and a column for each engine.
 *
 * @param {readonly { engine: string, version: string }[]} versions
 * @param {string} lines what the tests recorded, in JSON, one result in a line
 */
export function enginePage(versions, lines) {
  /** @type {Recorded[]} */
  const recorded = lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  const suites = [...new Set([...recorded.map(({ suite }) => suite), ...outside])]
  const cell = (/** @type {string} */ suite, /** @type {string} */ engine) => {
    const result = recorded.find((each) => each.suite === suite && each.engine === engine)
    if (result === undefined) return 'not run: the data were not there'
    const { passed, failed } = result
    return failed.length === 0 ? `${passed} of ${passed}` : `${passed}, failed: ${failed.join(', ')}`
  }
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  const names = versions.map(({ engine }) => engine)
  return `# Vectors and engines

Written by \`npm run test:engines\` on ${new Date().toISOString().slice(0, 10)}. Each number counts vectors for which the library did
what the vector says: opened, accepted or refused.

${row(['Vectors', ...names])}
${row(['---', ...names.map(() => '---')])}
${suites.map((suite) => row([suite, ...names.map((name) => cell(suite, name))])).join('\n')}

${versions.map(({ engine, version }) => `- ${engine}: ${version}`).join('\n')}

What is compared is in \`src/wallet/crypto/fixtures/vector-run.ts\`. The vectors of Wycheproof (C2SP/wycheproof, Apache-2.0) are not
part of this repository: \`WYCHEPROOF\` names the folder \`testvectors_v1\` of a checkout. Of their files, those are used that the
library decides about: points as they arrive in a sealed key, signatures in DER as they arrive in an export, and AES-GCM with
the sizes of our cipher suite. The flows of the library run in Firefox and WebKitGTK by the same command, and in Chromium by
\`npm run test:e2e\`. WebKitGTK has no passkeys: there the flows with a passkey run with an authenticator in JavaScript, so that
the library is tested in this engine, but no dialog of a browser.
`
}
