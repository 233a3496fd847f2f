import { createPlatform } from './platform.js'
import { withPage } from './with-page.js'

const port = Number(Deno.env.get('PORT') ?? 3000)
Deno.serve({ port }, withPage(await createPlatform(`http://localhost:${port}`)))
console.log(`http://localhost:${port}`)
