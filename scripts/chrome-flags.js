/** The flags that Chromium is started with. @module */

const isRoot = process.getuid?.() === 0

/**
 * Features turned off. Every tab would open two pages for the suggestions of an address bar that nobody sees, which took a
 * third of the time of all browser tests. Chromium heeds the last list only: what Playwright turns off for a page's sake
 * stands here too.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
]

/** Flags for Chromium: nothing in the background, and no sandbox only where root could not have one. */
export const chromeFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${featuresOff.join(',')}`,
  ...(isRoot ? ['--no-sandbox'] : []),
]
