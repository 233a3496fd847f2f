/** The examples that `npm run examples` builds and uses, one row for each folder. @module */

/**
 * @typedef {object} Stack
 * @property {string} name for the command line; also the folder in `examples/`, unless `page` and `server` are set
 * @property {string} title
 * @property {string} [page] the example that the page is built from
 * @property {string} [server] the example that the server comes from
 * @property {string} [renders] if the server renders the page: a text that its HTML must contain
 * @property {readonly { line: RegExp, why: string }[]} [known] expected warnings of other tools
 */

/** @type {readonly Stack[]} */
const own = [
  { name: 'vite-vanilla', title: 'Vite' },
  { name: 'vite-react', title: 'Vite and React' },
  { name: 'vite-solid', title: 'Vite and Solid' },
  { name: 'esbuild', title: 'esbuild' },
  { name: 'rollup', title: 'rollup' },
  { name: 'webpack', title: 'webpack' },
  { name: 'import-map', title: 'No bundler, import map' },
  { name: 'express', title: 'Express' },
  { name: 'fastify', title: 'Fastify' },
  { name: 'hono', title: 'Hono' },
  { name: 'next', title: 'Next', renders: 'restoring' },
  { name: 'sveltekit', title: 'SvelteKit', renders: 'restoring' },
  {
    name: 'nuxt',
    title: 'Nuxt',
    renders: 'restoring',
    known: [{ line: /PLUGIN_TIMINGS/, why: 'rolldown reports how long the plugins of Nuxt take' }],
  },
  { name: 'angular', title: 'Angular' },
  { name: 'workerd', title: 'workerd' },
  { name: 'bun', title: 'Bun' },
  { name: 'deno', title: 'Deno' },
  { name: 'lambda', title: 'Lambda function URL' },
]

/** Pages of some examples, each with servers that do not run in Node. @type {readonly Stack[]} */
const pairs = ['vite-react', 'webpack', 'esbuild'].flatMap((page) =>
  ['bun', 'deno', 'workerd'].map((server) => ({
    name: `${page}@${server}`,
    title: `${titleOf(page)} on ${titleOf(server)}`,
    page,
    server,
  })),
)

/** @type {readonly Stack[]} */
export const stacks = [...own, ...pairs]

/** @param {string} name */
function titleOf(name) {
  return own.find((stack) => stack.name === name)?.title ?? name
}
