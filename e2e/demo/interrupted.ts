/** Interrupts calls of a page, to reach the states in which an answer is missing, late or different. @module */
import type { Page } from '@playwright/test'

/** Lets all calls to an address fail while `act` runs. */
export async function cut(page: Page, address: string, act: () => Promise<void>): Promise<void> {
  await page.route(address, (route) => route.abort())
  await act()
  await page.unroute(address)
}

/** Holds all calls to an address back while `act` runs. They fail afterwards. */
export async function held(page: Page, address: string, act: () => Promise<void>): Promise<void> {
  const ends: (() => void)[] = []
  await page.route(address, (route) => {
    ends.push(() => void route.abort().catch(() => {}))
  })
  await act()
  for (const end of ends) end()
  await page.unroute(address)
}

/** Changes the body of each successful answer from an address while `act` runs. */
export async function changed(
  page: Page,
  address: string,
  change: (body: unknown) => unknown,
  act: () => Promise<void>,
): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    await route.fulfill({ response, json: change(await response.json()) })
  })
  await act()
  await page.unroute(address)
}
