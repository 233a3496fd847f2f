import { render } from 'solid-js/web'
import { Wallet } from './wallet.jsx'

const { accountId } = await (await fetch('/api/login', { method: 'POST' })).json()
render(() => <Wallet accountId={accountId} />, document.querySelector('#root'))
