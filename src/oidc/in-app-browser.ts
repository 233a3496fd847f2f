/** Finds out whether the page is shown inside another app. @module */

/**
 * Whether the page is shown inside another app, judged by its user agent: the names of some apps, `wv` on Android, and
 * the missing `Safari` on iOS.
 */
export const isInAppBrowser = (): boolean => pattern.test(navigator.userAgent)

const pattern =
  /FBA[NV]\/|Instagram|Line\/|MicroMessenger|Snapchat|TikTok|musical_ly|BytedanceWebview|LinkedInApp|Pinterest|GSA\/|; wv\)|iP(hone|ad|od)(?!.*Safari\/)/
