/** One visit of a returning customer: a navigation in Chromium, up to the first stamp. @module */

/**
 * What Chromium's DevTools call "Slow 4G": 1.6 Mbit/s down and 0.75 up, of which they take 90 %, and 150 ms for each
 * round trip, of which they make 562.5 ms for each request.
 */
const slow4g = {
  offline: false,
  downloadThroughput: ((1.6 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((750 * 1000) / 8) * 0.9,
  latency: 150 * 3.75,
}

/** The same, but one round trip for each request, as over a connection that is already open. */
const openConnection = { ...slow4g, latency: 150 }

/** What the visits are measured under. @satisfies {Record<string, Condition>} */
export const conditions = {
  warm: {},
  warmSlowProcessor: { cpu: 4, untilIdle: true },
  coldSlow4g: { cold: true, network: slow4g },
  coldOpenConnection: { cold: true, network: openConnection },
  coldSlowProcessor: { cold: true, cpu: 4, untilIdle: true },
}

/**
 * @typedef {object} Condition
 * @property {number} [cpu] how many times slower the processor is
 * @property {typeof slow4g} [network] what each request costs
 * @property {boolean} [cold] whether the browser's cache is empty
 * @property {boolean} [untilIdle] whether the visit lasts until the page is idle
 *
 * @typedef {object} Visit
 * @property {number} ms from the navigation to the first stamp
 * @property {number} [expiresAt]
 * @property {readonly number[]} longTasks the milliseconds of each task of over 50
 */

/**
 * Opens a side's page in a tab of its own.
 *
 * @param {import('playwright').BrowserContext} context
 * @param {string} origin
 * @param {Condition} condition
 * @returns {Promise<Visit>}
 */
export async function visit(context, origin, { cpu = 1, network, cold = false, untilIdle = false }) {
  const page = await context.newPage()
  try {
    // Starts the tab's process, which is not what is compared.
    await page.goto(`${origin}/blank`)
    const devtools = await context.newCDPSession(page)
    if (cold) await devtools.send('Network.clearBrowserCache')
    if (network !== undefined) {
      await devtools.send('Network.enable')
      await devtools.send('Network.emulateNetworkConditions', network)
    }
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    const failed = page.waitForEvent('pageerror').then((error) => Promise.reject(error))
    // By the console, because a question to the page would take time from it.
    const stamped = page.waitForEvent('console', (message) => message.text() === 'stamped')
    await Promise.race([Promise.all([page.goto(origin), stamped]), failed])
    return await page.evaluate(async (untilIdle) => {
      const { at, expiresAt } = await globalThis.first
      if (untilIdle) {
        await new Promise((resolve) => setTimeout(resolve, 500))
        await new Promise((resolve) => requestIdleCallback(resolve))
      }
      const expiring = expiresAt === undefined ? {} : { expiresAt }
      return { ms: at, ...expiring, longTasks: globalThis.longTasks }
    }, untilIdle)
  } finally {
    await page.close()
  }
}
