/** Whether the browser keeps the login and the storage from this frame, which a window of the same page has. @module */

/** Returns a function that says so for the origin of the page around the frame. Unsure counts as no. */
export function cutOffFrame(): (parent: string) => boolean {
  let hasAccess = true
  // Firefox and Safari give a frame of another site a login and a storage of its own. Chromium also sends it no cookie
  // that is `SameSite`, and says nothing.
  document.hasStorageAccess?.().then(
    (has) => {
      hasAccess = has
    },
    () => {},
  )
  return (parent) => !hasAccess || isOfOtherSite(parent, location.origin)
}

/** Whether two origins certainly are of different sites: hosts of one site have their last two labels in common. */
export function isOfOtherSite(...origins: readonly [string, string]): boolean {
  const [ends, schemes] = [origins.map(endOf), origins.map((each) => new URL(each).protocol)]
  return ends[0] !== ends[1] || schemes[0] !== schemes[1]
}

/** The last two labels of a host, and all of an IP address. */
function endOf(origin: string): string {
  const { hostname } = new URL(origin)
  return /^\[|^[\d.]+$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')
}
