import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './demo-fixtures.js'
import { walks } from './walks.js'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The rules about colors. The other rules have the same result in both color schemes. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[]
}

/** One line per element. */
const lines = (violations: readonly Violation[]): string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )

/** Resolves with what axe objects to, one line per element. */
async function objections(page: Page): Promise<string[]> {
  // Legacy mode runs in one page. Otherwise axe opens a second page for the report, and the recovery phrase hides when
  // its page loses focus.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(standards).analyze()
  return lines(violations)
}

interface Axe {
  run(context: Document, options: object): Promise<{ readonly violations: readonly Violation[] }>
}

/** Runs the rules about colors with the axe that `objections` has left in the page. Loading axe takes longer than running it. */
async function objectionsToColors(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (values) => {
    // A script that was loaded into the page has no type here.
    const { axe } = globalThis as unknown as { readonly axe: Axe }
    const found = await axe.run(document, { runOnly: { type: 'rule', values }, resultTypes: ['violations'] })
    return found.violations
  }, rulesOfColour)
  return lines(violations)
}

/**
 * Changes the color scheme, and waits until the page is painted in it. Everything is scrolled to its start, because a
 * target that is half covered by a bar counts as too small.
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
    // The workbench has its own walk.
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
        for (const objection of await objectionsToColors(page)) found.push(`${at}, dark: ${objection}`)
      },
    })
    expect(found).toEqual([])
    expect(stops).toBeGreaterThan(0)
  })
}
