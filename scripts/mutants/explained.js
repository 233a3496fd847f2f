/** Mutants that may live, each with the reason why no test can or should notice. @module */

const forTheCompiler =
  'The table already says in which states the row stands: this branch is there for the compiler and is never taken.'

/** @type {typeof import('./explained.d.ts').explained} */
export const explained = [
  {
    file: 'src/machine.ts',
    line: "flow.status === 'idle'",
    changes: [
      ["flow.status === 'idle'", 'false'],
      ["'idle'", '""'],
    ],
    why: forTheCompiler,
  },
  { file: 'src/machine.ts', line: '? [{}]', changes: [['[{}]', '[]']], why: forTheCompiler },
  {
    file: 'src/machine.ts',
    line: "if (flow.status !== 'awaitingProof') return [{}]",
    changes: [
      ["flow.status !== 'awaitingProof'", 'false'],
      ['[{}]', '[]'],
    ],
    why: forTheCompiler,
  },
  {
    file: 'src/machine.ts',
    line: "refresh: ({ session }) => ('id' in session ? [{ session: { ...session, status: 'refreshing' } }] : [{}]),",
    changes: [['[{}]', '[]']],
    why: forTheCompiler,
  },
  {
    file: 'src/machine.ts',
    line: "'id' in session ? [{ session: { ...session, status: 'active' } }] : [{}],",
    changes: [['[{}]', '[]']],
    why: forTheCompiler,
  },
  {
    file: 'src/crypto/export-envelope.ts',
    line: "const expected = options === 'unsigned' ? undefined : options.organizationId",
    changes: [
      ["options === 'unsigned'", 'false'],
      ["'unsigned'", '""'],
    ],
    why: 'A text has no organizationId either: both branches give undefined for it.',
  },
  {
    file: 'src/crypto/export-signature.ts',
    line: "const key = await crypto.subtle.importKey('raw', pinned, ECDSA, false, ['verify'])",
    changes: [['false', 'true']],
    why: 'Whether a public key that never leaves its function could be exported cannot be seen.',
  },
  {
    file: 'src/crypto/session-key.ts',
    line: "const generator = await crypto.subtle.importKey('raw', GENERATOR, ECDH, false, [])",
    changes: [['false', 'true']],
    why: 'Whether the generator, which is public and never leaves its function, could be exported cannot be seen.',
  },
  {
    file: 'src/crypto/hpke.ts',
    line: 'return Uint8Array.of(...enc, ...(hexToBytes(clientPublicKey) ?? []))',
    changes: [['[]', '["Stryker was here"]']],
    why: 'Client keys are hex by construction and when read from the store; with any other text nothing opens.',
  },
  {
    file: 'src/backend/upstream.ts',
    line: "return route.path.replaceAll(/\\{(\\w+)\\}/g, (_, name: string) => params[name] ?? '')",
    changes: [["''", '"Stryker was here!"']],
    why: 'A request without the parameter was refused before it could become a call.',
  },
]
