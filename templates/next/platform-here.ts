import { createPlatform } from './platform.ts'

const origin = process.env.ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`

// `globalThis`, because Next may load this file once for each route.
const shared = globalThis as { platform?: ReturnType<typeof createPlatform> }

/** Answers the platform's calls. */
export const platform = async (request: Request): Promise<Response> => {
  shared.platform ??= createPlatform(origin)
  return (await shared.platform)(request)
}

/** The account of the person who has this `Cookie` header; `undefined` if nobody is logged in. */
export async function accountIdFor(cookie: string | null): Promise<string | undefined> {
  const answer = await platform(new Request(`${origin}/api/me`, { headers: { Cookie: cookie ?? '' } }))
  return answer.ok ? (await answer.json()).accountId : undefined
}
