export async function load({ locals }) {
  const answer = await locals.platform(new Request('http://localhost/api/me'))
  return answer.json()
}
