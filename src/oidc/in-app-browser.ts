/** Detects in-app browsers. @module */

/**
 * Whether the page is shown inside another app. This is assumed if the user agent names a known app, contains `wv` on
 * Android, or lacks `Safari` on iOS.
 */
export const isInAppBrowser = (): boolean => pattern.test(navigator.userAgent)

const pattern =
  /FBA[NV]\/|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|GSA\/|; wv\)|iP(hone|ad|od)(?!.*Safari\/)/
