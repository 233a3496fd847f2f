import { createPlatform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
const platform = await createPlatform(`http://localhost:${port}`)

// Without this header, a script of the page could send the session's key to a window of another site.
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin' }

Bun.serve({
  port,
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (/^\/(api|wallet)\//.test(pathname)) return platform(request)
    // `pathname` comes from a URL, so it cannot lead out of the folder.
    const file = Bun.file(`dist${pathname === '/' ? '/index.html' : pathname}`)
    return (await file.exists())
      ? new Response(file, { headers })
      : new Response('Not found', { status: 404 })
  },
})
console.log(`http://localhost:${port}`)
