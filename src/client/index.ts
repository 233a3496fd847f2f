/** The service's client: every call of the interface, typed, and the verification of its webhooks. @module */
export { createClient } from './create-client.js'
