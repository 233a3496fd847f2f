import { createPlatform } from './platform.js'

const port = Number(Deno.env.get('PORT') ?? 3000)
const platform = await createPlatform(`http://localhost:${port}`)
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
// Without it, a script of the page could send the session's key to a window of another site.
const pageHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin' }

Deno.serve({ port }, async (request) => {
  const { pathname } = new URL(request.url)
  if (/^\/(api|wallet)\//.test(pathname)) return platform(request)
  // `pathname` comes from a URL, so it cannot lead out of the folder.
  const file = `dist${pathname === '/' ? '/index.html' : pathname}`
  try {
    const body = await Deno.readFile(file)
    const type = types[file.split('.').at(-1)] ?? 'text/plain'
    return new Response(body, { headers: { ...pageHeaders, 'Content-Type': type } })
  } catch {
    return new Response('Not found', { status: 404 })
  }
})
console.log(`http://localhost:${port}`)
