import { createPlatform } from './platform.js'

const origin = process.env.ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`

/** Answers the platform's calls. Uses `globalThis`, because Next may load this file once for each route. */
export const platform = async (request) => {
  globalThis.platform ??= createPlatform(origin)
  return (await globalThis.platform)(request)
}

/** The account of the person who has this `Cookie` header; `undefined` if nobody is logged in. */
export async function accountIdFor(cookie) {
  const answer = await platform(new Request(`${origin}/api/me`, { headers: { Cookie: cookie ?? '' } }))
  return answer.ok ? (await answer.json()).accountId : undefined
}
