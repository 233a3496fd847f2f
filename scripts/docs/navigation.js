/** The order of the documentation: the groups of the sidebar with their pages. @module */
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
    next: 'React with Next',
    stacks: 'Stacks',
    element: 'Elements for any framework',
    migrating: 'Moving from hand-written code',
    'going-live': 'Going live',
  }),
  group('Concepts', {
    flows: 'Sign-in flows',
    wallet: 'Options of the wallet',
    state: 'State',
    'key-custody': 'Key custody',
    'signed-retry': 'Signed requests',
    'storage-and-tabs': 'Storage and tabs',
    time: 'Time',
    errors: 'Errors',
  }),
  group('Guides', {
    cookbook: 'Cookbook',
    'payment-in-doubt': 'A payment in doubt',
    'step-up': 'Step-up',
    'session-warning': 'Warn before a session ends',
    'log-out': 'Log out with the platform',
    passkeys: 'Passkeys',
    oidc: 'ID tokens (OIDC)',
    diagnose: 'Diagnose a page',
    csp: 'Content Security Policy',
    'component-tests': 'Component tests',
    'e2e-tests': 'End-to-end tests',
  }),
  group('Your server', {
    backend: 'The platform backend',
    'stand-alone': 'Stand-alone backend',
    'several-instances': 'Several instances',
    growth: 'Growth',
    logging: 'Logging and monitoring',
    client: 'Calling the service',
  }),
  group('Reference', referenceTitles),
  group('Emulator and sandbox', {
    emulator: 'Emulator',
    sandbox: 'Sandbox',
    'wire-format': 'The stamp and the envelopes',
  }),
  group('Security', {
    'threat-model': 'Threat model',
    harden: 'Harden your platform',
    'supply-chain': 'Supply chain',
    'security-policy': 'Report a weakness',
  }),
  group('Help', {
    troubleshooting: 'Troubleshooting',
    faq: 'Questions',
    glossary: 'Glossary',
    browsers: 'Browser table',
    environments: 'Where it runs',
    comparison: 'Comparison',
    performance: 'Speed',
    changelog: 'Changelog',
  }),
  group('Internals', {
    contributing: 'Contributing',
    'internals/commands': 'Commands',
    'internals/releases': 'Releases',
    'internals/tests': 'How it is tested',
    'internals/promises': 'Promises and their tests',
    'internals/interface-coverage': 'Interface coverage',
    'internals/engines': 'Vectors and engines',
    'internals/wire-facts': 'Wire facts',
  }),
]
