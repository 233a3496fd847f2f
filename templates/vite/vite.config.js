import { defineConfig } from 'vite'

// Send this header in production, too. Without it, a script of the page could send the session's key to a window of
// another site.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' }

export default defineConfig({
  server: { headers },
  preview: { headers },
  // For the branch of @hpke/common for old versions of Node, which no browser reaches.
  build: { rolldownOptions: { external: ['crypto'] } },
})
