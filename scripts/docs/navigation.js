/** The order of the documentation: every page of the site, in the groups of its sidebar. @module */
import { referenceTitles } from './reference-titles.js'

/**
 * @typedef {object} Entry
 * @property {string} page path below the site's root, without `.md`
 * @property {string} title as the sidebar shows it
 *
 * @typedef {object} Group
 * @property {string} title
 * @property {readonly Entry[]} pages
 */

/** @type {(title: string, pages: Readonly<Record<string, string>>) => Group} */
const group = (title, pages) => ({
  title,
  pages: Object.entries(pages).map(([page, title]) => ({ page, title })),
})

/** @type {readonly Group[]} */
export const navigation = [
  group('Getting started', {
    'getting-started': 'Page and backend',
    react: 'React',
  }),
  group('Concepts', {
    flows: 'Sign-in flows',
    state: 'State',
    'key-custody': 'Key custody',
    'signed-retry': 'Signed requests',
    'storage-and-tabs': 'Storage, tabs and time',
    errors: 'Errors',
  }),
  group('Guides', {
    'payment-in-doubt': 'A payment in doubt',
    oidc: 'ID tokens (OIDC)',
    diagnose: 'What this page can do',
    backend: 'The platform backend',
    client: 'Calling the service from a server',
  }),
  group('Reference', referenceTitles),
  group('Emulator and sandbox', {
    emulator: 'Emulator',
    sandbox: 'Sandbox',
  }),
  group('Security', {
    'threat-model': 'Threat model',
    harden: 'Harden your platform',
    'supply-chain': 'Supply chain',
    'security-policy': 'Report a weakness',
  }),
  group('More', {
    comparison: 'Comparison',
    environments: 'Where it runs',
    browsers: 'Browser table',
    changelog: 'Changelog',
  }),
  group('Internals', {
    contributing: 'Contributing',
    'internals/promises': 'Promises and their tests',
    'internals/interface-coverage': 'Interface coverage',
    'internals/wire-facts': 'Wire facts',
  }),
]
