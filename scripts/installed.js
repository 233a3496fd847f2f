/**
 * Exits with 0 if node_modules contains the packages of package-lock.json, and with 1 if something has to be installed.
 * @module
 */
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

// Compares contents, not times: after a checkout, the lock file is newer than an installation that still matches it.
const installed = packages('node_modules/.package-lock.json')
const missing = Object.entries(packages('package-lock.json')).filter(
  // The root has an empty path. An optional package may be for another operating system.
  ([path, { version, optional }]) => path !== '' && !optional && installed[path]?.version !== version,
)
for (const [path] of missing.slice(0, 5)) console.log(`to install: ${path}`)
process.exitCode = missing.length === 0 && Object.keys(installed).length > 0 ? 0 : 1
