import { createPlatform } from './platform.js'

const origin = `http://localhost:${process.env.PORT ?? 3000}`

/** Answers the platform's calls. Uses `globalThis`, because Next may load this file once for each route. */
export const platform = async (request) => {
  globalThis.platform ??= createPlatform(origin)
  return (await globalThis.platform)(request)
}
