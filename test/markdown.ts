/** Reads code blocks, links and headings from Markdown. @module */

/** A fenced code block. */
export interface CodeBlock {
  /** The word after the fence. */
  readonly language: string
  readonly code: string
  /** The line of the opening fence, counted from 1. */
  readonly line: number
}

/** Returns the fenced code blocks of a text. */
export function codeBlocks(markdown: string): readonly CodeBlock[] {
  return [...markdown.matchAll(/^( *)(`{3,}|~{3,})(\w*)[^\n]*\n([\s\S]*?)^\1\2 *$/gm)].map((match) => {
    const [, indent = '', , language = '', code = ''] = match
    return {
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: markdown.slice(0, match.index).split('\n').length,
    }
  })
}

/** Returns the targets of links and images outside of code. */
export function links(markdown: string): readonly string[] {
  const text = prose(markdown).replaceAll(/`[^`\n]*`/g, '')
  const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?(?:\s+"[^"]*")?\)/g)]
  const reference = [...text.matchAll(/^\[[^\]]+\]:\s*<?([^\s>]+)>?/gm)]
  const html = [...text.matchAll(/\b(?:href|src)="([^"]+)"/g)]
  return [...inline, ...reference, ...html].map(([, target = '']) => target)
}

/** Returns the anchors of the headings, as the usual renderers make them. */
export function anchors(markdown: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...prose(markdown).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
}

const prose = (markdown: string): string =>
  markdown.replaceAll(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2 *$/gm, '').replaceAll(/<!--[\s\S]*?-->/g, '')
