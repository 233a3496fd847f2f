/** Runs a command that needs a browser: `node scripts/with-browser.js playwright test`. @module */
import { chromeFlags, findBrowser } from './find-browser.js'
import { run } from './run.js'

// CHROME_PATH tells the command where the executable is, and CHROME_FLAGS contains its flags, separated by spaces.
const [command = 'true', ...args] = process.argv.slice(2)
const env = { CHROME_PATH: await findBrowser(), CHROME_FLAGS: chromeFlags.join(' ') }
process.exitCode = (await run(command, args, { output: 'show', env })).code
