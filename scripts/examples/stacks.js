/** The examples that `npm run examples` builds and drives, one row for each folder. @module */

/**
 * @typedef {object} Stack
 * @property {string} name its folder in `examples/`
 * @property {string} title
 * @property {string} [renders] text of the page as the server sends it, where it renders the page
 * @property {string} [server] the example whose server serves this page instead of its own
 * @property {readonly { readonly line: RegExp, readonly why: string }[]} [known] warnings that others print, and why they do
 */

/** @type {readonly Stack[]} */
export const stacks = [
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
  { name: 'nuxt', title: 'Nuxt', renders: 'restoring' },
  { name: 'angular', title: 'Angular' },
  { name: 'workerd', title: 'workerd (wrangler)' },
  { name: 'bun', title: 'Bun' },
  { name: 'deno', title: 'Deno' },
  { name: 'lambda', title: 'Lambda function URL' },
]
