/** The flags that Chromium is started with. @module */

const isRoot = process.getuid?.() === 0

/**
 * The features that are turned off. With them, every tab would open two pages for the suggestions of the address bar,
 * which took a third of the time of all browser tests. Chromium uses only the last such list, so this list also
 * contains the features that Playwright turns off.
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

/**
 * Flags that turn off work in the background. For root, which cannot use Chromium's sandbox, they also turn off the
 * sandbox.
 */
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
