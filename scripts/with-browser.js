/** Runs a command that needs a browser: `node scripts/with-browser.js playwright test`. @module */
import { chromeFlags } from './chrome-flags.js'
import { findBrowser } from './find-browser.js'
import { run } from './run.js'

// CHROME_PATH tells the command where the executable is, and CHROME_FLAGS contains its flags, separated by spaces.
const [command, ...args] = process.argv.slice(2)
if (command === undefined) {
  console.error('usage: node scripts/with-browser.js COMMAND [ARGUMENT…]')
  process.exit(2)
}
try {
  const path = await findBrowser()
  const env = { CHROME_PATH: path, CHROME_FLAGS: chromeFlags.join(' ') }
  process.exitCode = (await run(command, args, { output: 'show', env })).code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
