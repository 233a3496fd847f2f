export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  app: { head: { title: 'Example Bank', link: [{ rel: 'icon', href: 'data:,' }] } },
})
