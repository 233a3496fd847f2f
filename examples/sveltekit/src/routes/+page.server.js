/** Gives the page the account of the person who is logged in, or `{}`. */
export async function load({ locals, request }) {
  const headers = { Cookie: request.headers.get('Cookie') ?? '' }
  const answer = await locals.platform(new Request(new URL('/api/me', request.url), { headers }))
  return answer.ok ? answer.json() : {}
}
