/** Logs the demo's user in. Replace it with your own form. */
export function LogIn() {
  const logIn = async () => {
    await fetch('/api/login', { method: 'POST' })
    location.reload()
  }
  return (
    <>
      <header>
        <a className="brand" href="/">
          Example Bank
        </a>
      </header>
      <main>
        <section className="card">
          <h1>Welcome to Example Bank</h1>
          <p className="soft">Log in to open your wallet. Your own login goes here.</p>
          <button className="primary" type="button" onClick={logIn}>
            Log in
          </button>
        </section>
      </main>
    </>
  )
}
