/** Checks of accessibility with axe, as one line per element. @module */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** The rules about colors. The other rules have the same result in both color schemes. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** What to check, and where. */
export interface AxeChoice {
  /** Default: the standards. `colour`: only the rules about colors. */
  readonly rules?: 'standards' | 'standards and best practice' | 'colour'
  /** A selector of what not to check. */
  readonly exclude?: string
}

/** Resolves with what axe objects to in the page. */
export async function objections(
  page: Page,
  { rules = 'standards', exclude }: AxeChoice = {},
): Promise<string[]> {
  // Loading axe takes longer than running it, so it is loaded into each page once.
  const isLoaded = await page.evaluate(() => 'axe' in globalThis)
  // Legacy mode runs in one page. Otherwise axe opens a second page for the report, and the recovery phrase hides when
  // its page loses focus.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
  if (rules === 'colour') axe.withRules(rulesOfColour)
  else axe.withTags(rules === 'standards' ? standards : [...standards, 'best-practice'])
  if (exclude !== undefined) axe.exclude(exclude)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}
