/** Builds the package `embedded-wallet-auth-emulator` into `emulator/dist/`. @module */
import { defineConfig, type UserConfig } from 'vite'
import { emulatorPage } from '../scripts/emulator-page.js'
import { packageBuild } from '../scripts/package-build.js'

const config: UserConfig = defineConfig(packageBuild(new URL('.', import.meta.url), [emulatorPage()]))

export default config
