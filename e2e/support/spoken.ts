/** What a screen reader reads of a page: Chromium's accessibility tree, in order. @module */
import type { CDPSession, Page } from '@playwright/test'

/** A node of the accessibility tree, as the browser's debugging protocol returns it. */
type Node = Awaited<ReturnType<typeof treeOf>>[number]

const treeOf = async (session: CDPSession) => (await session.send('Accessibility.getFullAXTree')).nodes

/** The roles that are read with their name, or with their description, and not by their content. */
const named = ['button', 'textbox', 'link', 'combobox', 'radio', 'checkbox', 'switch', 'heading']

/** The roles whose texts are read as one. */
const joined = ['paragraph', 'term', 'definition', 'LabelText', 'caption', 'strong']

/** The roles that are read out as soon as their content changes. */
const live = ['alert', 'status', 'timer']

const toText = (value: { readonly value?: unknown } | undefined): string =>
  String(value?.value ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Returns a line for each heading, control, live region and text, in the order in which they are read. The focused one is
 * marked by `>`. Times and ids, which differ from run to run, are `0:00` and `…`.
 *
 * @param from the role of the node below which is read
 */
export async function spoken(page: Page, from = 'RootWebArea'): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Accessibility.enable')
  const nodes = await treeOf(session)
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const root = nodes.find(({ role, ignored }) => !ignored && toText(role) === from)
  return root === undefined ? [] : linesOf(root, byId)
}

function linesOf(node: Node, byId: ReadonlyMap<string, Node>): readonly string[] {
  const children = (node.childIds ?? []).flatMap((id) => {
    const child = byId.get(id)
    return child === undefined ? [] : linesOf(child, byId)
  })
  const role = toText(node.role)
  if (node.ignored) return children
  if (role === 'StaticText') return [steady(toText(node.name))].filter((text) => text !== '')
  if (joined.includes(role) && children.length > 0 && children.every(isText))
    return [steady(sentence(children))]
  if (named.includes(role)) return [lineOf(node, role)]
  if (live.includes(role)) return [`${role}: ${sentence(children)}`.trim()]
  return children
}

const isText = (line: string): boolean => !/^(> )?\w+( \d)? “|^\w+:/.test(line)

const sentence = (texts: readonly string[]): string => texts.join(' ').replaceAll(/ (?=[.,])/g, '')

function lineOf(node: Node, role: string): string {
  const property = (name: string): unknown => node.properties?.find((each) => each.name === name)?.value.value
  const level = property('level')
  const states = ['required', 'disabled', 'invalid'].filter((name) => {
    const value = property(name)
    return value === true || value === 'true'
  })
  const description = steady(toText(node.description))
  const parts = [
    level === undefined ? role : `${role} ${String(level)}`,
    `“${steady(toText(node.name))}”`,
    ...states,
    ...(description === '' ? [] : [`(${description})`]),
  ]
  return `${property('focused') === true ? '> ' : ''}${parts.join(' ')}`
}

const steady = (text: string): string =>
  text
    .replaceAll(/\b\d+:\d\d\b/g, '0:00')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    .replaceAll(/(?<=ending in )\w+/g, '…')
    .replaceAll(/\b\w{3} \d+, \d{4}, 0:00\s\wM/g, 'today')
