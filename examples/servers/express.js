import { nodeHandler } from 'embedded-wallet-auth/node'
import express from 'express'
import { createPlatform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
const platform = nodeHandler(await createPlatform(`http://localhost:${port}`))
const app = express()
// This must come before express.json() and other body parsers.
app.all(['/wallet/*path', '/api/*path'], platform)
// Without this header, a script of the page could send the session's key to a window of another site.
const setHeaders = (response) => response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
app.use(express.static('dist', { setHeaders }))
app.listen(port, () => console.log(`http://localhost:${port}`))
