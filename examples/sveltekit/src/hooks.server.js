import { createPlatform } from '../platform.js'

let platform

/** The platform answers under /wallet and /api. Pages find it in `locals`. It is not made during the build. */
export async function handle({ event, resolve }) {
  platform ??= createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)
  event.locals.platform = await platform
  if (/^\/(api|wallet)\//.test(event.url.pathname)) return event.locals.platform(event.request)
  const page = await resolve(event)
  // Without this header, a script of the page could send the session's key to a window of another site.
  page.headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  return page
}
