import { createPlatform } from './platform.js'

let platform

// A worker cannot make random numbers or fetch before its first request.
export default {
  async fetch(request) {
    platform ??= createPlatform(new URL(request.url).origin)
    return (await platform)(request)
  },
}
