import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// adapter-node assumes https, so Kit refuses calls from http. In production, the origin is https.
const csrf = { trustedOrigins: [`http://localhost:${process.env.PORT ?? 3000}`] }
// For the branch of @hpke/common for old versions of Node, which no browser reaches.
const build = { rolldownOptions: { external: ['crypto'] } }

export default defineConfig({ build, plugins: [sveltekit({ adapter: adapter(), csrf })] })
