import { fileURLToPath } from 'node:url'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url))

const config: ViteUserConfig = defineConfig({
  resolve: {
    alias: [
      { find: /^embedded-wallet-auth$/, replacement: source('index.ts') },
      { find: /^embedded-wallet-auth\/node$/, replacement: source('node.ts') },
      { find: /^embedded-wallet-auth\/(\w+)$/, replacement: source('$1/index.ts') },
    ],
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'demo/**/*.test.ts'],
    testTimeout: 20_000,
  },
})

export default config
