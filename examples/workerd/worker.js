import { createPlatform } from './platform.js'

let platform

// A worker does nothing before its first request: no random numbers, no fetch.
export default {
  async fetch(request) {
    platform ??= createPlatform(new URL(request.url).origin)
    return (await platform)(request)
  },
}
