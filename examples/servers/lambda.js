// Stands in for the function's URL: makes an event from each request.
import { serve } from 'embedded-wallet-auth/node'
import { withPage } from './with-page.js'

const port = Number(process.env.PORT ?? 3000)
process.env.ORIGIN = `http://localhost:${port}`
const { handler } = await import('./lambda-handler.js')

async function lambda(request) {
  const { host, pathname, search } = new URL(request.url)
  const { cookie, ...headers } = Object.fromEntries(request.headers)
  const body = Buffer.from(await request.arrayBuffer()).toString('base64')
  const { statusCode, ...answer } = await handler({
    version: '2.0',
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers,
    ...(cookie && { cookies: cookie.split('; ') }),
    requestContext: { domainName: host, stage: '$default', http: { method: request.method, path: pathname } },
    ...(body && { body }),
    isBase64Encoded: true,
  })
  const answered = new Headers(answer.headers)
  for (const each of answer.cookies) answered.append('Set-Cookie', each)
  return new Response(answer.body || null, { status: statusCode, headers: answered })
}

await serve(withPage(lambda), { port })
console.log(`http://localhost:${port}`)
