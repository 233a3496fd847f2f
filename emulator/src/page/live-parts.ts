/**
 * The places for the parts of the panel, and the part “Setup”. The markup contains no data: the page's script fetches
 * the data with control calls.
 * @module
 */
import { type Profile, profiles } from 'embedded-wallet-auth/wire'
import { type Content, html, type Markup } from './markup.js'

const tab = (id: string, content: Content): Markup =>
  html`<div id="${id}" class="part" hidden>${content}</div>`

/** A section into which the page's script puts a part of the panel. */
const section = (part: string, title: string): Markup =>
  html`<section aria-labelledby="${part}-title"><h2 id="${part}-title">${title}</h2><div data-part="${part}"></div></section>`

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
<label class="entry wide"><span>Profile</span> <select name="profile" id="profile">${profiles.map(
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
<label class="entry"><span>Subject</span> <input name="sub" autocomplete="off" spellcheck="false" placeholder="ada"></label>
<label class="entry"><span>E-mail</span> <input name="email" autocomplete="off" spellcheck="false" placeholder="none"></label>
<label class="entry"><span>Nonce</span> <input name="nonce" autocomplete="off" spellcheck="false" placeholder="SHA-256 of the client key, in hex"></label>
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

/** What to do first. Shown while nothing has happened yet. */
const firstSteps = html`<p class="lead first-steps"><a href="#setup">Connect your backend</a>, or <a href="#calls">try a call</a> from this page.</p>`

/** All parts of the page except the list of calls, in the order of the tabs. */
export const liveParts: readonly (readonly [id: string, title: string, content: Markup])[] = [
  [
    'activity',
    'Activity',
    tab('activity', [section('inbox', 'Inbox'), section('requests', 'Requests'), firstSteps]),
  ],
  ['accounts', 'Accounts', tab('accounts', section('accounts', 'Accounts'))],
  ['faults', 'Faults', tab('faults', section('faults', 'Faults'))],
  ['setup', 'Setup', tab('setup', setup)],
]

/** The clock, which is shown above every part. */
export const clockPart: Markup = section('clock', 'Server time')
