/** Mutants that may live, each with the reason. Long because each line of source that has some is a row. @module */

const forTheCompiler =
  'The table already says in which states the row stands: this branch is there for the compiler and is never taken.'

const attemptsHaveParts =
  'The machine runs an effect only for an attempt that has this part: the branch is there for the compiler and never taken.'

const heldByTheBrowser =
  'Only a browser shows it, which allows a ceremony in the very task of the click alone: e2e/prepare.e2e.ts holds it.'

/** @type {typeof import('./explained.d.ts').explained} */
export const explained = [
  {
    file: 'src/wallet/machine/machine.ts',
    line: "flow.status === 'idle'",
    changes: [
      ["flow.status === 'idle'", 'false'],
      ["'idle'", '""'],
    ],
    why: forTheCompiler,
  },
  { file: 'src/wallet/machine/machine.ts', line: '? [{}]', changes: [['[{}]', '[]']], why: forTheCompiler },
  {
    file: 'src/wallet/machine/machine.ts',
    line: "if (flow.status !== 'awaitingProof') return [{}]",
    changes: [
      ["flow.status !== 'awaitingProof'", 'false'],
      ['[{}]', '[]'],
    ],
    why: forTheCompiler,
  },
  {
    file: 'src/wallet/machine/machine.ts',
    line: "refresh: ({ session }) => ('id' in session ? [{ session: { ...session, status: 'refreshing' } }] : [{}]),",
    changes: [['[{}]', '[]']],
    why: forTheCompiler,
  },
  {
    file: 'src/wallet/machine/machine.ts',
    line: "'id' in session ? [{ session: { ...session, status: 'active' } }] : [{}],",
    changes: [['[{}]', '[]']],
    why: forTheCompiler,
  },
  {
    file: 'src/wallet/crypto/export-envelope.ts',
    line: "const expected = options === 'unsigned' ? undefined : options.organizationId",
    changes: [
      ["options === 'unsigned'", 'false'],
      ["'unsigned'", '""'],
    ],
    why: 'A text has no organizationId either: both branches give undefined for it.',
  },
  {
    file: 'src/wallet/crypto/export-signature.ts',
    line: "const key = await crypto.subtle.importKey('raw', pinned, ECDSA, false, ['verify'])",
    changes: [['false', 'true']],
    why: 'Whether a public key that never leaves its function could be exported cannot be seen.',
  },
  {
    file: 'src/wallet/crypto/session-key.ts',
    line: "const generator = await crypto.subtle.importKey('raw', GENERATOR, ECDH, false, [])",
    changes: [['false', 'true']],
    why: 'Whether the generator, which is public and never leaves its function, could be exported cannot be seen.',
  },
  {
    file: 'src/wallet/crypto/hpke.ts',
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
  {
    file: 'src/backend/create-backend.ts',
    line: 'options.onError?.(cause)',
    changes: [['options.onError?.(cause)', 'options.onError(cause)']],
    why: 'Without onError the call throws, and what it throws is caught and dropped right there.',
  },
  {
    file: 'src/backend/create-backend.ts',
    line: 'if (accountId === undefined || !accounts.includes(accountId)) {',
    changes: [['accountId === undefined', 'false']],
    why: 'The accounts are texts, so undefined is never among them; the comparison is there for the compiler.',
  },
  {
    file: 'src/backend/prove.ts',
    line: "): [IdType, string][] => Object.entries(types).map(([name, type]) => [type, values[name] ?? ''])",
    changes: [["''", '"Stryker was here!"']],
    why: 'A request that lacks one of the ids was refused before anybody asks whose they are.',
  },
  {
    file: 'src/backend/rows.ts',
    line: "loginSession === undefined ? '' : askPlatform('loginSession', v.string(), () => loginSession(request))",
    changes: [["''", '"Stryker was here!"']],
    why: 'Any one text will do: both halves of a registration get the same, and only its hash is compared.',
  },
  {
    file: 'src/backend/rows.ts',
    line: "if (body.type !== 'PASSKEY' || bytes === undefined) return forward(call)",
    changes: [['bytes === undefined', 'false']],
    why: 'A parsed body has bytes; the comparison is there for the compiler.',
  },
  {
    file: 'src/backend/body.ts',
    line: 'return { bytes: undefined, value: undefined }',
    changes: [['{ bytes: undefined, value: undefined }', '{}']],
    why: 'A field that is missing reads as undefined.',
  },
  {
    file: 'src/backend/body.ts',
    line: 'if (!/^application\\/json(?:\\s*;\\s*charset="?utf-8"?)?$/i.test(contentType ?? \'\')) {',
    changes: [["''", '"Stryker was here!"']],
    why: 'Neither text is the type of JSON.',
  },
  {
    file: 'src/backend/ids.ts',
    line: `isId(type, params[name] ?? '') ? [] : [{ path: name, expected: \`\${type}:<uuid>\` }],`,
    changes: [["''", '"Stryker was here!"']],
    why: 'The router gives every parameter of a route a text, and neither of these is an id.',
  },
  {
    file: 'src/backend/router.ts',
    line: "const part = parts[index] ?? ''",
    changes: [["''", '"Stryker was here!"']],
    why: 'Both lists have the same length by then, so there is always a part.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: 'if (isInput) await tenancy.take(self, attempt)',
    changes: [['isInput', 'true']],
    why: heldByTheBrowser,
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: 'self.proof = await attempt.method.prove?.(asked)',
    changes: [['attempt.method.prove?.(asked)', 'attempt.method.prove(asked)']],
    why: attemptsHaveParts,
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: "const by = isInput ? 'input' : 'method'",
    changes: [["'method'", '""']],
    why: 'The machine asks only whether it is by input; the types hold the other word.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: "if (attempt.method.proof === 'oidcToken') await place",
    changes: [["attempt.method.proof === 'oidcToken'", 'true']],
    why: heldByTheBrowser,
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: "clientPublicKey: attempt.clientKey?.publicKey ?? '',",
    changes: [
      ['attempt.clientKey?.publicKey', 'attempt.clientKey.publicKey'],
      ["''", '"Stryker was here!"'],
    ],
    why: 'Methods that prove by themselves have their client key by then; only codes get one later.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: 'if (order.method.mailsOnCreation) ahead.mailed(credential.id)',
    changes: [['order.method.mailsOnCreation', 'true']],
    why: 'Only methods whose challenge is a mail ask whether one was sent, and all of them mail on creation.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: 'arm(attempt.codeSentAt + attempt.method.deadline(passkey))',
    changes: [
      [
        'attempt.codeSentAt + attempt.method.deadline(passkey)',
        'attempt.codeSentAt - attempt.method.deadline(passkey)',
      ],
    ],
    why: 'Whenever it is looked at, the deadline in the record decides; too early a look waits on for that one.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    line: 'if (self) jobs[effect](attempt, self)',
    changes: [['self', 'true']],
    why: attemptsHaveParts,
  },
]
