import { render } from 'solid-js/web'
import { Wallet } from './wallet.jsx'

const { accountId } = await (await fetch('/api/me')).json()
render(() => <Wallet accountId={accountId} />, document.querySelector('#root'))
