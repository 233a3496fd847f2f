/** Finds out whether the page is shown inside another app. @module */

/**
 * Whether the page is shown inside another app. This is detected from the user agent: by the names of some apps, by
 * `wv` on Android, and by a missing `Safari` on iOS.
 */
export const isInAppBrowser = (): boolean => pattern.test(navigator.userAgent)

const pattern =
  /FBA[NV]\/|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|GSA\/|; wv\)|iP(hone|ad|od)(?!.*Safari\/)/
