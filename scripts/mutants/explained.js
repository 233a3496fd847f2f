/** Mutants that may survive, because no test can notice them. @module */

/**
 * @typedef {object} Explanation
 * @property {string} file
 * @property {string} code a part of the line on which the mutant begins; no other line of the file has it
 * @property {string} mutator two mutants of one mutator on one line need two explanations
 * @property {string} why no test can or should notice the mutant
 */

/** @type {readonly Explanation[]} */
export const explained = [
  {
    file: 'src/backend/allowed-calls.ts',
    code: "if (!('attestation' in body) || bytes === undefined) return forward(call)",
    mutator: 'ConditionalExpression',
    why: 'a parsed body always has bytes; the comparison is only for the compiler.',
  },
  {
    file: 'src/backend/allowed-calls.ts',
    code: "counts?.({ body, credentialType: ownership.credentialType(params['id'] ?? '') }),",
    mutator: 'StringLiteral',
    why: "neither the empty string nor the mutant's text is the id of a credential.",
  },
  {
    file: 'src/backend/body.ts',
    code: 'return { bytes: undefined, value: undefined }',
    mutator: 'ObjectLiteral',
    why: 'callers read a missing field as undefined, so an empty object has the same effect.',
  },
  {
    file: 'src/backend/body.ts',
    code: "test(contentType ?? '')",
    mutator: 'StringLiteral',
    why: "neither the empty string nor the mutant's text is the content type of JSON.",
  },
  {
    file: 'src/backend/ids.ts',
    code: "idOf(type, params[name] ?? '')",
    mutator: 'StringLiteral',
    why: 'the router has filled in every parameter of the route, and neither an empty string nor the text of the mutant is a valid id.',
  },
  {
    file: 'src/backend/pipeline.ts',
    code: 'if (accountId === undefined || !person.accounts.includes(accountId)) {',
    mutator: 'ConditionalExpression',
    why: 'accounts are strings, so undefined is never among them; the check is only for the compiler.',
  },
  {
    file: 'src/backend/pipeline.ts',
    code: 'if (counted !== undefined) await limits.count(counted, subjectsOf(person, accountId))',
    mutator: 'ConditionalExpression',
    why: 'no limit has the name undefined, so nothing would be counted; the check is only for the compiler.',
  },
  {
    file: 'src/backend/platform.ts',
    code: "typeof value === 'object' && value !== null && 'then' in value",
    mutator: 'ConditionalExpression',
    why: 'awaiting a value that is not a promise gives that value, only later.',
  },
  {
    file: 'src/backend/prove.ts',
    code: "values[name] ?? ''",
    mutator: 'StringLiteral',
    why: 'a request that lacks one of these ids has already been refused.',
  },
  {
    file: 'src/backend/router.ts',
    code: "const part = parts[index] ?? ''",
    mutator: 'StringLiteral',
    why: 'the two lists have the same length, so the part always exists.',
  },
  {
    file: 'src/backend/upstream.ts',
    code: "const address = base + fillPath(route.path, (name) => params[name] ?? '') + searchOf(query)",
    mutator: 'StringLiteral',
    why: 'a request without the parameter was refused before it became a call.',
  },
  {
    file: 'src/wallet/crypto/export-envelope.ts',
    code: "const expected = options === 'unsigned' ? undefined : options.organizationId",
    mutator: 'ConditionalExpression',
    why: "the text 'unsigned' has no organizationId, so both branches give undefined.",
  },
  {
    file: 'src/wallet/crypto/export-envelope.ts',
    code: "const expected = options === 'unsigned' ? undefined : options.organizationId",
    mutator: 'StringLiteral',
    why: "the text 'unsigned' has no organizationId, so both branches give undefined.",
  },
  {
    file: 'src/wallet/crypto/signed-envelope.ts',
    code: "const key = await crypto.subtle.importKey('raw', pinned, ECDSA, false, ['verify'])",
    mutator: 'BooleanLiteral',
    why: 'the key never leaves this function, so no test can tell whether it is extractable.',
  },
  {
    file: 'src/wallet/crypto/session-key.ts',
    code: "const base = await crypto.subtle.importKey('raw', generator(), ECDH, false, [])",
    mutator: 'BooleanLiteral',
    why: 'the base point never leaves this function, so no test can tell whether it is extractable.',
  },
  {
    file: 'src/wallet/flows/attempts.ts',
    code: 'if (attempt.waiters.size === 0) all.delete(number)',
    mutator: 'ConditionalExpression',
    why: 'an attempt that is over but stays in the map only costs memory, because `get` does not return it.',
  },
  {
    file: 'src/wallet/flows/attempts.ts',
    code: 'if (attempt?.isOver) all.delete(number)',
    mutator: 'ConditionalExpression',
    why: 'an attempt that is over but stays in the map only costs memory, because `get` does not return it.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    code: 'if (attempt) act(attempt, effect)',
    mutator: 'ConditionalExpression',
    why: 'the machine runs an effect only for an attempt that exists; the check is for the compiler.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    code: 'attempt.proof = await method.prove?.({',
    mutator: 'OptionalChaining',
    why: 'the machine runs this only for a method with `prove`; the check is for the compiler.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    code: "clientPublicKey: clientKey?.publicKey ?? '',",
    mutator: 'OptionalChaining',
    why: 'a method with `prove` has its client key by now; only one-time codes get it later, and they have no `prove`.',
  },
  {
    file: 'src/wallet/flows/effects.ts',
    code: "clientPublicKey: clientKey?.publicKey ?? '',",
    mutator: 'StringLiteral',
    why: 'a method with `prove` has its client key by now; only one-time codes get it later, and they have no `prove`.',
  },
  {
    file: 'src/wallet/flows/payload-guard.ts',
    code: 'return Array.from(payload.matchAll(/"(?:[^"\\\\]+|\\\\.)*"(?=(\\s*:)?)/g), ({ 0: quoted, 1: colon }) => ({',
    mutator: 'Regex',
    why: 'matching character by character gives the same result, only slower.',
  },
  {
    file: 'src/wallet/flows/payload-guard.ts',
    code: "{ operation, body = '', shown = '' }: Asked,",
    mutator: 'StringLiteral',
    why: "neither the empty text nor the mutant's text is JSON.",
  },
  {
    file: 'src/wallet/flows/payload-guard.ts',
    code: "{ operation, body = '', shown = '' }: Asked,",
    mutator: 'StringLiteral',
    why: "neither the empty text nor the mutant's text is JSON.",
  },
  {
    file: 'src/wallet/flows/payload-guard.ts',
    code: "const organizationId = journal.known().organizationId ? undefined : namedIn(payload ?? '')",
    mutator: 'StringLiteral',
    why: "neither the empty text nor the mutant's text is JSON.",
  },
  {
    file: 'src/wallet/record/execution-commits.ts',
    code: '({ unsettled = [], ...rest }) => {',
    mutator: 'ArrayDeclaration',
    why: 'an entry that the mutant puts into the list does not match any quote.',
  },
  {
    file: 'src/wallet/record/journal.ts',
    code: "const late = (): Error => new TransportError('TIMEOUT', 'The browser storage was too slow.')",
    mutator: 'StringLiteral',
    why: 'only the class of this error is checked.',
  },
  {
    file: 'src/wallet/record/journal.ts',
    code: "const isNewer = Date.parse(record?.session?.authenticatedAt ?? '') > at",
    mutator: 'StringLiteral',
    why: "neither the empty text nor the mutant's text is a date.",
  },
  {
    file: 'src/wallet/record/page-locks.ts',
    code: 'const late = (): Error => new Error()',
    mutator: 'ArrowFunction',
    why: 'the error is dropped below, so it has no message, either.',
  },
  {
    file: 'src/wallet/record/page-locks.ts',
    code: 'const ask = async (): Promise<LockManagerSnapshot | undefined> => lockManager()?.query()',
    mutator: 'OptionalChaining',
    why: 'without a lock manager, the result is the same whether this returns `undefined` or throws.',
  },
]
