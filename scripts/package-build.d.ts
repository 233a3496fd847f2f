import type { Plugin, UserConfig } from 'vite'

export declare function packageBuild(url: URL, plugins?: readonly Plugin[]): UserConfig
