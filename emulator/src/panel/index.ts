/**
 * The parts that show and control a running emulator, for its own page and for a page beside your application. They
 * make control calls, which the emulator answers only to pages of its own origin.
 * @module
 */
export { type Ask, askEmulator } from './ask.js'
export { createPanel, type Panel, type PartName } from './create-panel.js'
export type { Bench, CallGroup, PanelOptions, Status } from './part.js'
