/**
 * Shows the settings that a backend needs, chooses the deployment to play, issues ID tokens, and resets the emulator.
 * @module
 */
import { copier } from '../../panel/copy.js'
import { block, make } from '../../panel/dom.js'
import { onSubmit } from '../../panel/on-submit.js'
import { showList } from '../../panel/show-list.js'
import { one } from './one.js'
import { panel } from './page-panel.js'
import type { View } from './watch-tabs.js'

/** Creates the "Setup" part of the page. */
export function setupView(): View {
  profileForm()
  tokenForm()
  resetDialog()
  return {
    async refresh({ tokenId, profile, mode, keyDelivery }) {
      const select = one('profile', HTMLSelectElement)
      // While somebody is choosing, their choice stays.
      if (document.activeElement !== select) select.value = profile
      const { webhookPublicKey, exportSigner, otpSigner, issuer } = await panel.ask<{
        webhookPublicKey: string
        exportSigner: string
        otpSigner: string
        issuer: { url: string; audience: string }
      }>('GET /emulator/keys')
      const facts = {
        'Base address': document.body.dataset['base'] ?? '',
        'Token id': tokenId,
        Profile: profile,
        Mode: mode,
        'Keys and codes': keyDelivery,
        'Control address': `${location.origin}/emulator/`,
        'Export signer': exportSigner,
        'Code signer': otpSigner,
        'Webhook public key': webhookPublicKey,
        'Issuer of ID tokens': issuer.url,
        'Audience of ID tokens': issuer.audience,
      }
      showList(
        one('setup-facts', HTMLElement),
        Object.entries(facts).map(([name, value]) => ({
          key: name,
          version: value,
          make: () => fact(name, value),
        })),
      )
    },
  }
}

function fact(name: string, value: string): HTMLElement {
  const shown = value.includes('\n') ? block(name, value.trim()) : make('code', {}, value)
  const what = `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`
  const button = ['Profile', 'Mode', 'Keys and codes'].includes(name) ? undefined : copier(panel, value, what)
  return make('div', {}, make('dt', {}, name), make('dd', {}, shown, button))
}

function profileForm(): void {
  const form = one('play', HTMLFormElement)
  onSubmit(panel, form, async () => {
    const profile = one('profile', HTMLSelectElement).value
    await panel.ask('POST /emulator/profile', { profile })
    return `The emulator plays the profile ${profile} now.`
  })
}

function tokenForm(): void {
  const form = one('id-token', HTMLFormElement)
  onSubmit(panel, form, async () => {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
    const claims = Object.fromEntries(fields.filter(([, value]) => value !== ''))
    if (claims['sub'] === undefined) throw new Error('Enter a subject, such as ada.')
    const { idToken } = await panel.ask<{ idToken: string }>('POST /emulator/id-token', claims)
    const issued = one('issued', HTMLElement)
    issued.replaceChildren(block('The ID token', idToken), copier(panel, idToken, 'the ID token'))
    return 'The ID token was issued. It is valid only for a short time.'
  })
}

function resetDialog(): void {
  const dialog = one('reset-dialog', HTMLDialogElement)
  one('reset', HTMLButtonElement).addEventListener('click', () => dialog.showModal())
  one('reset-no', HTMLButtonElement).addEventListener('click', () => dialog.close())
  one('reset-yes', HTMLButtonElement).addEventListener('click', async () => {
    const said = await panel.ask('POST /emulator/reset').then(
      () => 'The emulator is empty now.',
      (error: Error) => error.message,
    )
    dialog.close()
    panel.say(said)
    void panel.look()
  })
}
