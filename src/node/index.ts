/** Serves a web-standard handler on a port, or inside a framework, in Node. @module */
export type { Handler } from './listener.js'
export { type FastifyReply, nodeHandler, type Wrapped } from './node-handler.js'
export type { ProbeOptions } from './probes.js'
export { type CloseOptions, type Served, type ServeOptions, serve } from './serve.js'
