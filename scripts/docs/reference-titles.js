/** The pages of the reference, as the sidebar shows them. @module */

/** Titles by the path of the page. @type {Readonly<Record<string, string>>} */
export const referenceTitles = {
  'reference/index': 'Overview',
  'reference/wallet': 'Wallet',
  'reference/types': 'State and types',
  'reference/error-types': 'Error types',
  'reference/react': '/react',
  'reference/element': '/element',
  'reference/oidc': '/oidc',
  'reference/diagnose': '/diagnose',
  'reference/sandbox': '/sandbox',
  'reference/backend': '/backend',
  'reference/client': '/client',
  'reference/client-inputs': '/client: inputs',
  'reference/emulator': 'Emulator',
  'reference/node': '/node',
  'reference/testing': 'Test kit',
  'reference/cli': 'Executable',
}
