'use client'

/** Logs the demo's user in. Replace it with your own form. */
export function LogIn() {
  const logIn = async () => {
    await fetch('/api/login', { method: 'POST' })
    location.reload()
  }
  return (
    <button type="button" onClick={logIn}>
      Log in
    </button>
  )
}
