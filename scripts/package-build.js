/** How both packages are built: a file of `dist/` for each file of `src/`, and no code of other packages. @module */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns Vite's configuration for a package: one entry for each public subpath and executable, so that
 * `dist/sandbox/index.js` is made from `src/sandbox/index.ts`.
 *
 * @param {URL} url
 * @param {readonly import('vite').Plugin[]} plugins
 * @returns {import('vite').UserConfig}
 */
export function packageBuild(url, plugins = []) {
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
        // The package check reads the directive for server components, which each file keeps.
        onwarn: (warning, warn) => {
          if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
        },
        // JavaScript and declarations have the same layout, and dynamic imports stay chunks.
        output: {
          preserveModules: true,
          preserveModulesRoot: join(folder, 'src'),
          entryFileNames: '[name].js',
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
