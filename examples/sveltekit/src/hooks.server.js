import { createPlatform } from './platform.js'

const platform = createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)

/** The platform answers under /wallet and /api. Pages find it in `locals`. */
export async function handle({ event, resolve }) {
  event.locals.platform = await platform
  if (/^\/(api|wallet)\//.test(event.url.pathname)) return event.locals.platform(event.request)
  const page = await resolve(event)
  // Without this header, a script of the page could send the session's key to a window of another site.
  page.headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  return page
}
