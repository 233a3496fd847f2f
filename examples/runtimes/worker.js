import { createPlatform } from './platform.js'

let platform

// A worker cannot make random numbers or fetch before its first request. wrangler writes NODE_ENV into what it builds.
export default {
  async fetch(request, env) {
    platform ??= createPlatform(new URL(request.url).origin, { NODE_ENV: process.env.NODE_ENV, ...env })
    return (await platform)(request)
  },
}
