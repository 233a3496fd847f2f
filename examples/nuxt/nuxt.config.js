export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  // For the branch of @hpke/common for old versions of Node, which no browser reaches.
  vite: { build: { rolldownOptions: { external: ['crypto'] } } },
  app: { head: { title: 'Example Bank', link: [{ rel: 'icon', href: 'data:,' }] } },
})
