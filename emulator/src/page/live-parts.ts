/**
 * The parts of the page that show and control a running emulator. The markup contains no data: the page's script
 * fetches the data with control calls.
 * @module
 */
import { type Profile, profiles } from 'embedded-wallet-auth/wire'
import { html, type Markup } from './markup.js'

const section = (id: string, content: Markup): Markup =>
  html`<div id="${id}" class="part" hidden>${content}</div>`

const activity = html`<section aria-labelledby="inbox-title">
<h2 id="inbox-title">Inbox</h2>
<p id="mails-empty" class="empty">No codes yet. They appear here instead of being mailed.</p>
<ul id="mails" class="rows" aria-labelledby="inbox-title"></ul>
<button type="button" id="mails-more" hidden></button>
</section>
<section aria-labelledby="requests-title">
<div class="heading"><h2 id="requests-title">Requests</h2>
<div class="inline"><label class="inline"><span>Filter</span> <input id="request-filter" type="search" autocomplete="off" spellcheck="false" placeholder="POST quotes 409"></label><button type="button" id="requests-clear" hidden>Clear</button></div></div>
<p id="requests-empty" class="empty">No requests yet.</p>
<ul id="requests" class="rows" aria-labelledby="requests-title"></ul>
<button type="button" id="requests-more" hidden></button>
</section>`

const accounts = html`<section aria-labelledby="accounts-title">
<div class="heading"><h2 id="accounts-title">Accounts</h2>
<label class="inline"><span>Search</span> <input id="account-search" type="search" autocomplete="off" spellcheck="false" placeholder="name, e-mail or id"></label></div>
<details class="box"><summary>Create an account</summary>
<form id="provision" novalidate>
<div class="fields-row">
<label class="field"><span>E-mail</span> <input name="email" type="email" autocomplete="off" placeholder="made up if empty"></label>
<label class="field"><span>Name</span> <input name="fullName" autocomplete="off"></label>
<label class="field"><span>Type</span> <select name="accountType"><option value="EMBEDDED_WALLET">Embedded wallet</option><option value="INTERNAL_FIAT">Fiat account</option><option value="INTERNAL_CRYPTO">Crypto account</option></select></label>
<label class="field"><span>Currency</span> <input name="currency" autocomplete="off" spellcheck="false" placeholder="USDB or USD"></label>
<label class="field"><span>Balance</span> <input name="balance" inputmode="decimal" autocomplete="off" placeholder="0.00"></label>
</div>
<p class="problem" role="alert"></p>
<button type="submit" class="primary">Create</button>
</form></details>
<ul id="people" class="cards" aria-labelledby="accounts-title"></ul>
<p id="accounts-said" class="soft"></p>
</section>`

const kind = (value: string, name: string, words: string, checked = ''): Markup =>
  html`<label class="choice"><input type="radio" name="kind" value="${value}" ${checked === '' ? '' : html`checked`}><span><strong>${name}</strong> ${words}</span></label>`

const faults = html`<section aria-labelledby="faults-title">
<h2 id="faults-title">Faults</h2>
<p class="lead">A fault affects only the next request to the chosen call.</p>
<form id="arm" class="box open" novalidate>
<label class="field wide"><span>Call</span> <select id="fault-call"></select></label>
<fieldset><legend>What happens</legend>
${kind('lost', 'Lose the answer', 'The call is processed, then the connection breaks.', 'checked')}
${kind('drop', 'Drop the request', 'The connection breaks, and nothing is processed.')}
${kind('status', 'Answer with an error', 'Nothing is processed.')}
${kind('delay', 'Only wait', 'The call is processed after the delay.')}
</fieldset>
<div class="fields-row">
<label class="field"><span>Delay first, in ms</span> <input id="fault-delay" inputmode="numeric" autocomplete="off" placeholder="none"></label>
<div id="fault-status-fields" class="fields-row" hidden>
<label class="field"><span>Status</span> <input id="fault-status" inputmode="numeric" autocomplete="off" placeholder="503"></label>
<label class="field"><span>Retry-After, in s</span> <input id="fault-retry" inputmode="numeric" autocomplete="off" placeholder="none"></label>
<label class="field"><span>Error code</span> <input id="fault-code" autocomplete="off" spellcheck="false" placeholder="by status"></label>
</div>
</div>
<p class="problem" role="alert"></p>
<button type="submit" class="primary">Arm the fault</button>
</form>
</section>
<section aria-labelledby="armed-title">
<div class="heading"><h2 id="armed-title" tabindex="-1">Armed</h2><button type="button" id="disarm" hidden>Clear both lists</button></div>
<p id="armed-empty" class="empty">Nothing is armed.</p>
<ul id="armed" class="rows faults" aria-labelledby="armed-title"></ul>
</section>
<section aria-labelledby="fired-title">
<h2 id="fired-title">Happened</h2>
<p id="fired-empty" class="empty">No fault has happened yet.</p>
<ul id="fired" class="rows faults" aria-labelledby="fired-title"></ul>
</section>`

const deployments: Readonly<Record<Profile, string>> = {
  seed: 'the interface as described',
  sandbox: 'the hosted sandbox, as far as it is known',
  production: 'the hosted production, as far as it is known',
}

const setup = html`<section aria-labelledby="setup-title">
<h2 id="setup-title">Connect your backend</h2>
<p class="lead">The client secret is not shown here. Find it in the terminal that runs the emulator, in the file given to
<code>--env</code>, or in <code>emulator.apiToken</code>.</p>
<dl id="setup-facts" class="facts"></dl>
</section>
<section aria-labelledby="profile-title">
<h2 id="profile-title">Deployment</h2>
<p class="lead">Deployments of the service differ, for example in the form of keys and codes and in how a wrong code is refused.
Changing the profile keeps all records and sessions, and the options that the emulator was started with.</p>
<form id="play" class="box open" novalidate>
<label class="field wide"><span>Profile</span> <select name="profile" id="profile">${profiles.map(
  (profile) => html`<option value="${profile}">${profile}: ${deployments[profile]}</option>`,
)}</select></label>
<p class="problem" role="alert"></p>
<button type="submit" class="primary">Play this profile</button>
</form>
</section>
<section aria-labelledby="token-title">
<h2 id="token-title">ID token</h2>
<p class="lead">Issued by the built-in identity provider, which the emulator trusts.</p>
<form id="id-token" class="box open" novalidate>
<div class="fields-row">
<label class="field"><span>Subject</span> <input name="sub" autocomplete="off" spellcheck="false" placeholder="ada"></label>
<label class="field"><span>E-mail</span> <input name="email" autocomplete="off" spellcheck="false" placeholder="none"></label>
<label class="field"><span>Nonce</span> <input name="nonce" autocomplete="off" spellcheck="false" placeholder="SHA-256 of the client key, in hex"></label>
</div>
<p class="problem" role="alert"></p>
<button type="submit" class="primary">Issue a token</button>
<div id="issued"></div>
</form>
</section>
<section aria-labelledby="reset-title">
<h2 id="reset-title">Reset</h2>
<p class="lead">Removes all customers, accounts, codes, requests and faults. Keys, API tokens and the time are kept.</p>
<button type="button" id="reset" class="danger">Reset…</button>
<dialog id="reset-dialog" aria-labelledby="reset-question">
<h2 id="reset-question">Reset the emulator?</h2>
<p>Every customer, account and session is deleted, including those that a running backend uses. This cannot be undone.</p>
<div class="choices"><button type="button" id="reset-no" autofocus>Cancel</button><button type="button" id="reset-yes" class="danger">Reset</button></div>
</dialog>
</section>`

/** All parts of the page except the list of calls, in the order of the tabs. */
export const liveParts: readonly (readonly [id: string, title: string, content: Markup])[] = [
  ['activity', 'Activity', section('activity', activity)],
  ['accounts', 'Accounts', section('accounts', accounts)],
  ['faults', 'Faults', section('faults', faults)],
  ['setup', 'Setup', section('setup', setup)],
]

/** The clock, which is shown above every part. */
export const clockPart: Markup = html`<section class="clock" aria-labelledby="clock-title">
<h2 id="clock-title">Server time</h2>
<p><time id="now">…</time></p>
<div class="advance" role="group" aria-label="Advance the clock">
<button type="button" data-advance="60000" aria-label="Advance by 1 minute">+1 min</button>
<button type="button" data-advance="300000" aria-label="Advance by 5 minutes">+5 min</button>
<button type="button" data-advance="900000" aria-label="Advance by 15 minutes">+15 min</button>
<form id="advance" novalidate><input id="advance-minutes" inputmode="decimal" autocomplete="off" placeholder="min" aria-label="Minutes to advance"><button type="submit">Advance</button></form>
</div>
</section>`
