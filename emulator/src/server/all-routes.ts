/** All routes of the emulator. @module */
import type { Behaviour } from 'embedded-wallet-auth/wire'
import type { SystemRoutes } from '../handler/bind-route.js'
import { systems } from '../openapi/systems.js'

/** The routes, in one list for each system. Their order does not matter, because the router sorts them. */
export const allRoutes: readonly SystemRoutes[] = systems.flatMap(({ routes }) => routes)

const outsideSandbox: readonly SystemRoutes[] = allRoutes.map((routes) =>
  routes.filter(({ route }) => !route.path.startsWith('/sandbox/')),
)

/** The routes that exist in a deployment. */
export const shownRoutes = ({ sandboxCalls }: Behaviour): readonly SystemRoutes[] =>
  sandboxCalls === 'on' ? allRoutes : outsideSandbox
