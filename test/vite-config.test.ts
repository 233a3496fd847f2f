import { join } from 'node:path'
import { expect, it } from 'vitest'
import config from '../vite.config.js'
import { root } from './tree.js'

it('`vite` at the top level shows the demo, and `vite build` builds the library', async () => {
  const served = await config({ command: 'serve', mode: 'development' })
  expect(served.root).toBe(join(root, 'demo/'))
  const built = await config({ command: 'build', mode: 'production' })
  expect(built.build?.lib === undefined && built.build?.rollupOptions === undefined).toBe(false)
})
