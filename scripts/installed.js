/** Exits with 0 when node_modules holds what package-lock.json names, and with 1 when it has to be installed. @module */
import { readFileSync } from 'node:fs'
import { root } from './run.js'

/** @param {string} path @returns {Record<string, { version?: string, optional?: boolean }>} */
function packages(path) {
  try {
    return JSON.parse(readFileSync(`${root}/${path}`, 'utf8')).packages
  } catch {
    return {}
  }
}

// By content: after a checkout the lock file is newer than an installation that still fits it.
const installed = packages('node_modules/.package-lock.json')
const missing = Object.entries(packages('package-lock.json')).filter(
  // The root itself has no name here; an optional package may be one for another system.
  ([path, { version, optional }]) => path !== '' && !optional && installed[path]?.version !== version,
)
for (const [path] of missing.slice(0, 5)) console.log(`to install: ${path}`)
process.exitCode = missing.length === 0 && Object.keys(installed).length > 0 ? 0 : 1
