export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  // For the branch of @hpke/common for old versions of Node, which no browser reaches.
  vite: { build: { rolldownOptions: { external: ['crypto'] } } },
  // Without this header, a script of the page could send the session's key to a window of another site.
  routeRules: { '/**': { headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } } },
  app: { head: { title: 'Example Bank', link: [{ rel: 'icon', href: 'data:,' }] } },
})
