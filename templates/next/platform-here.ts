import type { Mine } from './ask.ts'
import { keyDelivery } from './keys.ts'
import { createPlatform } from './platform.ts'

const origin = process.env.ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`

// `globalThis`, because Next may load this file once for each route.
const shared = globalThis as { platform?: ReturnType<typeof createPlatform> }

/** Answers the platform's calls. */
export const platform = async (request: Request): Promise<Response> => {
  shared.platform ??= createPlatform(origin, process.env, keyDelivery)
  return (await shared.platform)(request)
}

/** The wallet of the person who has this `Cookie` header; `undefined` if nobody is logged in. */
export async function walletFor(cookie: string | null): Promise<Mine | undefined> {
  const answer = await platform(new Request(`${origin}/api/me`, { headers: { Cookie: cookie ?? '' } }))
  if (answer.status === 401) return undefined
  if (!answer.ok) throw new Error(`/api/me: ${answer.status}`)
  return answer.json()
}
