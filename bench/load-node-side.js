/** Loads the part of the benchmark that runs in Node. @module */
import { pathToFileURL } from 'node:url'
import { nodeBundle } from '../scripts/node-bundle.js'

/** @returns {Promise<typeof import('./node-side.ts')>} */
export const loadNodeSide = async () => import(pathToFileURL(await nodeBundle('bench/node-side.ts')).href)
