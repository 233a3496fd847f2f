import files from '@fastify/static'
import { nodeHandler } from 'embedded-wallet-auth/node'
import fastify from 'fastify'
import { createPlatform } from './platform.js'

const port = Number(process.env.PORT ?? 3000)
const platform = nodeHandler(await createPlatform(`http://localhost:${port}`))
const app = fastify()
// In this separate scope, no parser reads the bodies.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  scope.all('/wallet/*', platform)
  scope.all('/api/*', platform)
})
// Without this header, a script of the page could send the session's key to a window of another site.
const setHeaders = (reply) => reply.header('Cross-Origin-Opener-Policy', 'same-origin')
await app.register(files, { root: `${import.meta.dirname}/dist`, setHeaders })
await app.listen({ port })
console.log(`http://localhost:${port}`)
