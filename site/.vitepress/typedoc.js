/** What TypeDoc makes of the public doors: a page of Markdown for each, for VitePress. @module */
import { join } from 'node:path'
import { Converter } from 'typedoc'
import { doors } from '../../scripts/doors.js'
import { root } from '../../scripts/run.js'

/** Marks of where a statement comes from, which are for maintainers. */
const citation = / ?(\([^()]*wire-facts[^()]*\)|\[(run|reference|current|our choice)[^\]]*\])/g

/** Names each module after its page, and leaves the citations out. */
const pages = ({ converter }) =>
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    // `src/client` is `client`, and `emulator/src` is `emulator`.
    for (const one of project.children)
      one.name = one.name
        .replace(/^src$/, 'wallet')
        .replace(/\/src$/, '')
        .replace(/^.*\//, '')
    for (const { comment } of Object.values(project.reflections))
      for (const part of [
        comment?.summary,
        ...(comment?.blockTags ?? []).map(({ content }) => content),
      ].flat())
        if (part?.kind === 'text') part.text = part.text.replaceAll(citation, '')
  })

export default {
  plugin: ['typedoc-plugin-markdown', pages],
  entryPoints: doors.filter(({ isInternal }) => !isInternal).map(({ source }) => join(root, source)),
  tsconfig: join(root, 'tsconfig.json'),
  out: join(root, 'site/content/reference'),
  router: 'module',
  entryFileName: 'index',
  readme: 'none',
  name: 'Reference',
  hideBreadcrumbs: true,
  hidePageHeader: true,
  // VitePress derives its own anchors from headings, and several headings have the same words.
  useHTMLAnchors: true,
  anchorPrefix: 'api-',
  disableSources: true,
  excludeExternals: true,
  excludePrivate: true,
  // The type check is `npm run types`, with a newer compiler.
  skipErrorChecking: true,
  validation: false,
}
