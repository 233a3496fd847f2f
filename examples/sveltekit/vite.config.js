import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

// adapter-node takes itself for https, and Kit then refuses calls from http. In production it is https.
const csrf = { trustedOrigins: [`http://localhost:${process.env.PORT ?? 3000}`] }
export default defineConfig({ plugins: [sveltekit({ adapter: adapter(), csrf })] })
