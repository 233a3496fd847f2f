import { createPlatform } from './platform.js'

const platform = createPlatform(`http://localhost:${process.env.PORT ?? 3000}`)

/** The platform answers under /wallet and /api. Pages find it in `locals`. */
export async function handle({ event, resolve }) {
  event.locals.platform = await platform
  return /^\/(api|wallet)\//.test(event.url.pathname) ? event.locals.platform(event.request) : resolve(event)
}
