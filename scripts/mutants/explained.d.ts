import type { Explained } from './score.js'

export declare const explained: readonly Explained[]
