/** How both packages are built: a file of `dist/` for each door and each part that loads later. @module */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns Vite's configuration for a package: one entry for each public subpath and executable, so that
 * `dist/sandbox/index.js` is made from `src/sandbox/index.ts`. What several entries need is in a file of its own; there
 * is no code of other packages.
 *
 * @param {URL} url
 * @param {readonly import('vite').Plugin[]} plugins
 * @param {ReturnType<typeof import('./chunks.js').chunks>} groups
 * @returns {import('vite').UserConfig}
 */
export function packageBuild(url, plugins = [], groups = []) {
  const folder = fileURLToPath(url)
  return {
    root: folder,
    publicDir: false,
    plugins: [...plugins],
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      lib: { entry: entriesOf(folder), formats: ['es'] },
      rollupOptions: {
        // Whatever is not a path of ours: packages are the consumer's to install once, node: is the platform's.
        external: (id) => !/^[./\0]|^[A-Za-z]:[\\/]/.test(id),
        // The package check reads the directive for server components, which its file keeps.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          // The files are published to be read.
          minifyInternalExports: false,
          codeSplitting: { groups: [...groups] },
        },
      },
    },
  }
}

/** @param {string} folder @returns {Record<string, string>} */
function entriesOf(folder) {
  const { exports, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const names = JSON.stringify([exports, bin]).matchAll(/"\.\/dist\/([^"]+)\.js"/g)
  const sources = [...names].map(([, name = '']) => [name, join(folder, 'src', `${name}.ts`)])
  // A missing door is reported by name in test/public-surface.test.ts; the others are built anyway.
  return Object.fromEntries(sources.filter(([, source = '']) => existsSync(source)))
}
