import { defineConfig } from 'vite'

// For the branch of @hpke/common for old versions of Node, which no browser reaches.
export default defineConfig({ build: { rolldownOptions: { external: ['crypto'] } } })
