/** The page with the sandbox ports that its URL names. @module */
import type { SandboxPorts } from 'embedded-wallet-auth'
import { magicValues, sandboxPorts } from 'embedded-wallet-auth/sandbox'
import { createHarness } from './create-harness.js'

/** Returns ports with values that are not magic. */
const wrong = (): SandboxPorts => {
  const { assertion } = sandboxPorts()
  return {
    stamp: async () => 'sandbox-invalid-signature',
    oidcToken: async () => 'sandbox-invalid-oidc-token',
    assertion: async (challenge) => ({
      ...(await assertion(challenge)),
      signature: 'sandbox-invalid-passkey-signature',
    }),
  }
}

/** Returns ports with the magic token of verify, which a creation refuses because it is not a JWT. */
const literal = (): SandboxPorts => ({ oidcToken: async () => magicValues.oidcToken })

/**
 * Returns the chosen ports. `ports=stamp,sessionKey` selects these two, `wrong:stamp` a wrong value, and
 * `literal:oidcToken` the value for verify.
 */
function chosen(list: string): SandboxPorts {
  const sources = { magic: sandboxPorts(), wrong: wrong(), literal: literal() }
  const ports = list.split(',').map((entry): [string, unknown] => {
    const [name = '', source = 'magic'] = entry.split(':').reverse()
    // The names come from the tests of this directory.
    return [name, sources[source as 'magic'][name as keyof SandboxPorts]]
  })
  return Object.fromEntries(ports)
}

const list = new URL(location.href).searchParams.get('ports')
createHarness(list === null ? sandboxPorts() : list === '' ? {} : chosen(list))
