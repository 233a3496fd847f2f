/** Loads the benchmark's Node side. @module */
import { pathToFileURL } from 'node:url'
import { nodeBundle } from '../scripts/node-bundle.js'

/** @returns {Promise<typeof import('./node-side.ts')>} */
export const loadNodeSide = async () => import(pathToFileURL(await nodeBundle('bench/node-side.ts')).href)
