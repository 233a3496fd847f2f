/** The emulator in the server build of an application that has no use for its description. @module */
import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { expect, it } from 'vitest'

// What Vite puts in the place of an optional peer that is not installed.
const absent = `export default {}
throw new Error('Could not resolve "@valibot/to-json-schema" imported by "embedded-wallet-auth". Is it installed?')`

it('a server build needs no package that only the description needs', async () => {
  const entry = fileURLToPath(new URL('../index.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { ssr: entry, write: false, minify: false },
    ssr: { noExternal: ['@valibot/to-json-schema'] },
    plugins: [
      {
        name: 'absent',
        enforce: 'pre',
        resolveId: (id) => (id === '@valibot/to-json-schema' ? '\0absent' : null),
        load: (id) => (id === '\0absent' ? absent : null),
      },
    ],
  })
  const { output } = built as Rollup.RollupOutput // with `write: false` and without `watch`
  expect(output.some(({ type, fileName }) => type === 'chunk' && /answers/.test(fileName))).toBe(true)
})
