import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// adapter-node assumes https, so Kit refuses calls from http. In production, the origin is https.
const csrf = { trustedOrigins: [`http://localhost:${process.env.PORT ?? 3000}`] }
export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), csrf })] })
