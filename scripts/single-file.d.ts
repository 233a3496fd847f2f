import type { Plugin } from 'vite'

export declare function singleFile(): Plugin
