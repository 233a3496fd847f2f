/** The order of the documentation: the groups of the sidebar with their pages. @module */
import { doors } from '../doors.js'

/** The page of a door in the reference: `/client` is `client`, and `embedded-wallet-auth-emulator` is `emulator`. */
const reference = doors
  .filter(({ isInternal }) => !isInternal)
  .map(({ name, source }) => [source === 'src/index.ts' ? 'wallet' : name.split(/[/-]/).at(-1), name])

/**
 * The groups, each with the titles of its pages by their path below the site's root, without `.md`.
 *
 * @type {Readonly<Record<string, Readonly<Record<string, string>>>>}
 */
export const navigation = {
  'The path': {
    'getting-started': '1. Start',
    page: '2. The page',
    backend: '3. The server',
    payment: '4. A payment',
    'going-live': '5. Going live',
    errors: '6. Errors',
  },
  'When you need it': {
    customers: 'What your customers see',
    'sign-in': 'Sign-in: codes, passkeys, ID tokens',
    'text-messages': 'Text messages',
    money: 'Money in and out',
    wallet: 'The wallet: options, state, time',
    'signed-requests': 'Signed requests',
    'step-up': 'Step-up and proven payments',
    ui: 'React, Next and the elements',
    cookbook: 'Cookbook: ten recipes',
    stacks: 'Frameworks, servers, browsers',
    'stand-alone': 'Stand-alone backend',
    operations: 'Several instances, logs, deployments',
    client: 'Calling the service',
    emulator: 'Emulator, tests, sandbox',
    deployments: 'The service, by deployment',
  },
  Security: {
    architecture: 'Architecture: where each key is',
    'threat-model': 'Threat model',
    harden: 'Harden your platform',
    frame: 'The wallet in a page of its own',
    'supply-chain': 'Supply chain',
    'security-policy': 'Report a weakness',
  },
  Reference: {
    'error-codes': 'Every error code, diagnose()',
    'backend-reference': 'Backend: options, checks, limits',
    'backend-by-hand': 'A backend by hand, in any language',
    faq: 'Questions, words, comparison',
    changelog: 'Changelog',
  },
  'Every export': {
    'reference/index': 'Overview',
    ...Object.fromEntries(reference.map(([page, name]) => [`reference/${page}`, name])),
  },
  Internals: {
    contributing: 'Contributing',
    'internals/commands': 'Commands',
    'internals/releases': 'Releases',
    'internals/tests': 'How it is tested',
    'internals/record': 'The record',
    'internals/red-team': 'Red team',
    'internals/browser-based-apps': 'The pattern for browser-based apps',
    'internals/names': 'Names that are shared',
    'internals/emulator': 'Calls and choices of the emulator',
    'internals/performance': 'Performance',
    'internals/growth': 'Growth',
    'internals/engines': 'Vectors and engines',
    'internals/wire-format': 'The stamp and the envelopes',
    'internals/wire-facts': 'Wire facts',
  },
}
