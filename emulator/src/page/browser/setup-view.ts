/** Shows the settings that a backend needs, issues ID tokens, and resets the emulator. @module */
import type { Kit } from './kit.js'
import type { View } from './watch-emulator.js'

/** Creates the "Setup" part of the page. */
export function setupView(kit: Kit): View {
  const { make } = kit
  const dialog = kit.one('reset-dialog', HTMLDialogElement)
  const token = kit.one('id-token', HTMLFormElement)
  const issued = kit.one('issued', HTMLElement)

  function fact(name: string, value: string): HTMLElement {
    const shown = value.includes('\n') ? kit.block(name, value.trim()) : make('code', {}, value)
    const what = `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
    const copier = name === 'Mode' ? undefined : kit.copier(value, what)
    return make('div', {}, make('dt', {}, name), make('dd', {}, shown, copier))
  }

  kit.one('reset', HTMLButtonElement).addEventListener('click', () => dialog.showModal())
  kit.one('reset-no', HTMLButtonElement).addEventListener('click', () => dialog.close())
  kit.one('reset-yes', HTMLButtonElement).addEventListener('click', async () => {
    const said = await kit.ask('POST /emulator/reset').then(
      () => 'The emulator is empty now.',
      (error: Error) => error.message,
    )
    dialog.close()
    kit.say(said)
    void kit.look()
  })

  kit.submitted(token, async () => {
    const fields = [...new FormData(token)].map(([name, value]) => [name, String(value).trim()])
    const claims = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    if (claims['sub'] === undefined) throw new Error('Enter a subject, such as ada.')
    const { idToken } = await kit.ask<{ idToken: string }>('POST /emulator/id-token', claims)
    issued.replaceChildren(kit.block('The ID token', idToken), kit.copier(idToken, 'the ID token'))
    return 'The ID token was issued. It is valid only for a short time.'
  })

  return {
    async refresh({ tokenId, mode }) {
      const { webhookPublicKey, exportSigner, issuer } = await kit.ask<{
        webhookPublicKey: string
        exportSigner: string
        issuer: { url: string; audience: string }
      }>('GET /emulator/keys')
      const facts = {
        'Base address': document.body.dataset['base'] ?? '',
        'Token id': tokenId,
        Mode: mode,
        'Control address': `${location.origin}/emulator/`,
        'Export signer': exportSigner,
        'Webhook public key': webhookPublicKey,
        'Issuer of ID tokens': issuer.url,
        'Audience of ID tokens': issuer.audience,
      }
      kit.list(
        kit.one('setup-facts', HTMLElement),
        Object.entries(facts).map(([name, value]) => ({
          key: name,
          version: value,
          make: () => fact(name, value),
        })),
      )
    },
  }
}
