import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createPlatform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
const platform = await createPlatform(`http://localhost:${port}`)
const app = new Hono()
app.all('/wallet/*', (context) => platform(context.req.raw))
app.all('/api/*', (context) => platform(context.req.raw))
// Without this header, a script of the page could send the session's key to a window of another site.
app.use(async (context, next) => {
  await next()
  context.header('Cross-Origin-Opener-Policy', 'same-origin')
})
app.use(serveStatic({ root: 'dist' }))
serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}`))
