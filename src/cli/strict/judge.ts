/** Collects what was seen of each rule, and says whether it is kept. @module */
import { type RuleName, ruleNames } from './rules.js'

/** What came of a rule. */
export interface Verdict {
  readonly rule: RuleName
  readonly result: 'kept' | 'broken' | 'not looked at'
  /** How often it was looked at. */
  readonly looks: number
  /** What broke it, or why it was not looked at. */
  readonly because: readonly string[]
}

/** Collects observations. */
export interface Judge {
  /** Notes whether one case keeps the rule. `what` says what was seen. */
  readonly note: (rule: RuleName, holds: boolean, what: string) => void
  /** Notes why a rule, or a part of it, is not looked at. */
  readonly skip: (rule: RuleName, why: string) => void
  readonly verdicts: () => readonly Verdict[]
}

/** How many of the cases that break a rule are shown, and how many characters of each. */
const [shown, longest] = [3, 600]

/** @param masked takes secrets out of a text: before it is shortened, since a part of a secret is one, too */
export function createJudge(masked: (text: string) => string): Judge {
  const printable = (text: string): string => masked(text).slice(0, longest)
  const looks = new Map<RuleName, number>()
  const broken = new Map<RuleName, string[]>()
  const skipped = new Map<RuleName, string>()
  return {
    note(rule, holds, what) {
      looks.set(rule, (looks.get(rule) ?? 0) + 1)
      if (!holds) broken.set(rule, [...(broken.get(rule) ?? []), printable(what)])
    },
    skip: (rule, why) => void skipped.set(rule, printable(why)),
    verdicts: () =>
      ruleNames.map((rule): Verdict => {
        const [count, wrong] = [looks.get(rule) ?? 0, broken.get(rule)]
        if (wrong !== undefined)
          return { rule, result: 'broken', looks: count, because: [...new Set(wrong)].slice(0, shown) }
        if (count > 0) return { rule, result: 'kept', looks: count, because: [] }
        const why = skipped.get(rule) ?? 'a step before it failed'
        return { rule, result: 'not looked at', looks: 0, because: [why] }
      }),
  }
}
