/** Builds the package `embedded-wallet-auth-emulator` into `emulator/dist/`. @module */
import { readFileSync } from 'node:fs'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { emulatorPage } from '../scripts/emulator-page.js'
import { packageBuild } from '../scripts/package-build.js'

/** Publishes the style sheet of the panel, as it is. */
const panelStyles: Plugin = {
  name: 'panel-styles',
  generateBundle() {
    const source = readFileSync(new URL('src/panel/panel.css', import.meta.url), 'utf8')
    this.emitFile({ type: 'asset', fileName: 'panel/panel.css', source })
  },
}

const config: UserConfig = defineConfig(
  packageBuild(new URL('.', import.meta.url), [emulatorPage(), panelStyles]),
)

export default config
