import { createPlatform } from './platform.js'
import { withPage } from './with-page.js'

const port = Number(process.env.PORT ?? 3000)
Bun.serve({ port, fetch: withPage(await createPlatform(`http://localhost:${port}`)) })
console.log(`http://localhost:${port}`)
