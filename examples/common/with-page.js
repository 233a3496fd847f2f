import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'

const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript' }
// Without it, a script of the page could send the session's key to a window of another site.
const pageHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin' }

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

/** Answers with the built page, and passes the platform's calls on, so that both have one origin. */
export const withPage = (platform) => (request) => {
  const { pathname } = new URL(request.url)
  return /^\/(api|wallet)\//.test(pathname) ? platform(request) : page(pathname)
}
