import type { Plugin } from 'vite'

export declare function emulatorPage(): Plugin
