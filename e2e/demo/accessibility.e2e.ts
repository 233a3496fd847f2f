import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './demo-fixtures.js'
import { walks } from './walks.js'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The rules that look at colours: what all the others look at is the same in either scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** A line for each element. */
const lines = (violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )

/** What axe objects to. */
async function objections(page: Page): Promise<string[]> {
  // In one page: the other way opens a second one for the report, and the recovery phrase hides when its page loses focus.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
  return lines(violations)
}

interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** What it objects to in other colours. `objections` has left it in the page: to load it again would take longer than to run it. */
async function objectionsToColours(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (values) => {
    // A script that was loaded into the page has no type here.
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    const found = await axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] })
    return found.violations
  }, rulesOfColour)
  return lines(violations)
}

/**
 * Changes the scheme, and waits until the page is painted in it. Everything is scrolled to its start, because a target
 * that has been scrolled halfway under a bar counts as too small.
 */
async function look(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('*')) each.scrollTop = 0
  })
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
}

for (const [name, walk] of Object.entries(walks)) {
  test(`axe finds nothing wrong along “${name}”, in light and in dark`, async ({ heron, demo }) => {
    test.setTimeout(150_000)
    // It has a walk of its own.
    await heron.workbench.fold()
    const found: string[] = []
    let stops = 0
    await walk({
      heron,
      emulator: demo.emulator,
      async stop(at, page = heron.page) {
        stops += 1
        await look(page, 'light')
        for (const objection of await objections(page)) found.push(`${at}, light: ${objection}`)
        await look(page, 'dark')
        for (const objection of await objectionsToColours(page)) found.push(`${at}, dark: ${objection}`)
      },
    })
    expect(found).toEqual([])
    expect(stops).toBeGreaterThan(0)
  })
}
