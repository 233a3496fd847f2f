/** The page with the sandbox ports that its URL names. @module */
import type { SandboxPorts } from 'embedded-wallet-auth'
import { magicValues, sandboxPorts } from 'embedded-wallet-auth/sandbox'
import { createHarness } from './create-harness.js'

/** Values that are none of the magic ones. */
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

/** The literal of verify, where a creation wants a token in form. */
const literal = (): SandboxPorts => ({ oidcToken: async () => magicValues.oidcToken })

/** `ports=stamp,sessionKey` takes these two; `wrong:stamp` a wrong value, `literal:oidcToken` the verify value. */
function chosen(list: string): SandboxPorts {
  const sources = { magic: sandboxPorts(), wrong: wrong(), literal: literal() }
  const ports = list.split(',').map((entry): [string, unknown] => {
    const [name = '', source = 'magic'] = entry.split(':').reverse()
    // Names come from the tests of this directory.
    return [name, sources[source as 'magic'][name as keyof SandboxPorts]]
  })
  return Object.fromEntries(ports)
}

const list = new URL(location.href).searchParams.get('ports')
createHarness(list === null ? sandboxPorts() : list === '' ? {} : chosen(list))
