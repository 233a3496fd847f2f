/** Where an identity provider sends its popup back to: hands the ID token on and closes. @module */
const token = new URLSearchParams(location.hash.slice(1)).get('id_token')
new BroadcastChannel('callback').postMessage(token)
close()

export {}
