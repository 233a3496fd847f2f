import { createPlatform } from './platform.js'

const origin = `http://localhost:${process.env.PORT ?? 3000}`

/** The platform's part, made at the first request. `globalThis`: Next may load this file once for each route. */
export const platform = async (request) => {
  globalThis.platform ??= createPlatform(origin)
  return (await globalThis.platform)(request)
}
