/** The page to which an identity provider sends its pop-up back. It passes on the ID token and closes. @module */
const answer = new URLSearchParams(location.hash.slice(1))
new BroadcastChannel(`oidc ${answer.get('state')}`).postMessage(answer.get('id_token'))
close()

export {}
