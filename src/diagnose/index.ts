/** Diagnoses this browser, page and backend, and makes the headers that the page needs. @module */

export { type CspConfig, cspFor } from './csp-for.js'
export { type DiagnoseOptions, diagnose } from './diagnose.js'
export type { Finding, FindingCode } from './finding.js'
export { type FrameHeadersConfig, frameHeaders } from './frame-headers.js'
