/** The calls of the workbench: updates, lies and reset. A real platform has none of these. @module */
import { json } from './answer.js'
import type { Lies } from './lies.js'
import type { Routes } from './router.js'
import type { WorkbenchFeed } from './workbench-feed.js'

export const workbenchRoutes = (feed: WorkbenchFeed, lies: Lies, startOver: () => Promise<void>): Routes => ({
  'GET /demo/workbench': () => json(feed.view()),
  'GET /demo/workbench/events': () => feed.stream(),
  'POST /demo/workbench/lie': () => {
    lies.arm()
    return json({})
  },
  'POST /demo/workbench/start-over': async () => {
    await startOver()
    return json({})
  },
})
