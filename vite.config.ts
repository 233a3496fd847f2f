import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'vite'
import { inlinedFor, inlinePackages, noticeOf } from './scripts/inline-packages.js'
import { inlinedForNode } from './scripts/inlined-for-node.js'
import { inlined } from './scripts/inlined-packages.js'
import { singleFile } from './scripts/single-file.js'

const root = new URL('./', import.meta.url)

const inside = [...inlined, ...inlinedForNode]

interface Manifest {
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>
}

// A parse boundary: the file is ours and test/public-surface.test.ts holds its form.
const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest

/** One entry per public subpath and executable: `dist/sandbox/index.js` is made from `src/sandbox/index.ts`. */
function entries(): Record<string, string> {
  const built = [
    ...Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? target : Object.values(target),
    ),
    ...Object.values(manifest.bin),
  ]
  const names = built.flatMap((target) => /^\.\/dist\/(.+)\.js$/.exec(target)?.[1] ?? [])
  const sources = names.map((name): [string, string] => [
    name,
    fileURLToPath(new URL(`src/${name}.ts`, root)),
  ])
  // A missing door is reported by name in test/public-surface.test.ts; the others are built anyway.
  return Object.fromEntries(sources.filter(([, source]) => existsSync(source)))
}

const config: UserConfig = defineConfig({
  publicDir: false,
  plugins: [inlinePackages(inside), singleFile()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    minify: false,
    sourcemap: true,
    lib: { entry: entries(), formats: ['es'] },
    rollupOptions: {
      // Whatever is not a path of ours: packages are the consumer's to install once, node: is the platform's.
      external: (id, importer) =>
        !/^[./\0]|^[A-Za-z]:[\\/]/.test(id) && inlinedFor(inside, id, importer) === undefined,
      // One file per source file keeps the directive for server components; the package check reads it.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning)
      },
      // One file per source file, so that JavaScript and declarations have the same layout and dynamic imports stay chunks.
      output: {
        preserveModules: true,
        preserveModulesRoot: 'src',
        entryFileNames: '[name].js',
        banner: ({ fileName }) => noticeOf(inside, fileName),
      },
    },
  },
})

export default config
