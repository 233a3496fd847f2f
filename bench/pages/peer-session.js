/** A session of the peer's service, as its SDKs store it. @module */

/** Returns the token of a session that lasts an hour. Nobody checks its signature. @param {string} publicKey */
export function sessionToken(publicKey) {
  const session = {
    exp: Math.floor(Date.now() / 1000) + 3600,
    public_key: publicKey,
    session_type: 'SESSION_TYPE_READ_WRITE',
    user_id: '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d44',
    organization_id: organizationId,
  }
  return ['e30', btoa(JSON.stringify(session)), 'e30'].join('.')
}

export const organizationId = '0191c8a1-7d3e-7c2b-9a51-0e6c2f1b8d45'

/** No page calls it: the clock stops before the first request. */
export const apiBaseUrl = '/peer'
