/** Whether passkey dialogs can open in this frame. @module */

/**
 * Returns `false` if the frame's `allow` attribute forbids passkeys, as far as the browser tells, or if something has
 * replaced the functions of WebAuthn: what password managers put in their place often does not work in frames.
 */
export function canUsePasskeys(): boolean {
  const container = navigator.credentials
  if (typeof PublicKeyCredential !== 'function' || container === undefined) return false
  const isNative = [container.get, container.create].every((each) =>
    Function.prototype.toString.call(each).includes('[native code]'),
  )
  return isNative && allows('publickey-credentials-get') && allows('publickey-credentials-create')
}

/** Only Chromium tells. */
function allows(feature: string): boolean {
  const policy: unknown = Reflect.get(document, 'featurePolicy')
  if (typeof policy !== 'object' || policy === null || !('allowsFeature' in policy)) return true
  return typeof policy.allowsFeature !== 'function' || policy.allowsFeature(feature) !== false
}
