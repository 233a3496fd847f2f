import type { Inlined } from './inline-packages.d.ts'

export declare const inlinedForNode: readonly Inlined[]
