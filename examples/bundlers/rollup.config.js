import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'

export default {
  input: 'main.js',
  // Remarks on the branch of @hpke/common for old versions of Node, which no browser reaches, and on its comments.
  onLog: (level, log, handler) => log.id?.includes('@hpke') || handler(level, log),
  output: { dir: 'dist' },
  plugins: [nodeResolve({ browser: true }), terser()],
}
