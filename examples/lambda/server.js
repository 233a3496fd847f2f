// Stands in for the function's URL: makes an event from each request.
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { serve } from 'embedded-wallet-auth/node'

const port = Number(process.env.PORT ?? 3000)
process.env.ORIGIN = `http://localhost:${port}`
const { handler } = await import('./handler.js')
const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' }
// Without it, a script of the page could send the session's key to a window of another site.
const pageHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin' }

async function lambda(request, { host, pathname, search }) {
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

/** Returns a file of `dist`. `pathname` comes from a URL, so it cannot lead out of that folder. */
async function page(pathname) {
  const file = new URL(`./dist${pathname === '/' ? '/index.html' : pathname}`, import.meta.url)
  try {
    return new Response(await readFile(file), {
      headers: { ...pageHeaders, 'Content-Type': types[extname(file.pathname)] },
    })
  } catch {
    return new Response('Not found', { status: 404 })
  }
}

await serve(
  (request) => {
    const url = new URL(request.url)
    return /^\/(api|wallet)\//.test(url.pathname) ? lambda(request, url) : page(url.pathname)
  },
  { port },
)
console.log(`http://localhost:${port}`)
