import { nodeResolve } from '@rollup/plugin-node-resolve'
import terser from '@rollup/plugin-terser'

export default {
  input: 'main.js',
  output: { dir: 'dist' },
  plugins: [nodeResolve({ browser: true }), terser()],
}
