/** The HTML for sending a call: a form on the page, and the equivalent `curl` command. @module */
import { curlLine } from '../browser/curl-line.js'
import { type Content, html, type Markup } from '../markup.js'
import { type PlacedCall, type Sample, type SampleField, sampleCall } from './sample-call.js'

/**
 * Returns the form and the command. The form is hidden until the page's script shows it, which happens only if the page
 * can control the emulator.
 */
export function tryView(call: PlacedCall, sample: Sample, baseUrl: string): Markup {
  const { method, path, operation } = call
  const { fields, auth, bodies } = sample
  const isForm = fields.some((field) => field.in === 'form')
  const [first] = bodies
  const id = operation.operationId
  return html`<div class="try">
<form class="send" data-method="${method}" data-path="${path}" data-auth="${auth}" aria-label="Send ${id}" novalidate hidden>
${fields.filter(({ value }) => value !== '').map((field) => input(field))}
${auth === 'bearer' ? html`<label class="field"><span>Access token</span> <input data-in="token" autocomplete="off" spellcheck="false"></label>` : undefined}
${bodies.length > 1 ? html`<label class="field"><span>Example</span> <select>${bodies.map(([name, json]) => html`<option value="${json}">${name}</option>`)}</select></label>` : undefined}
${
  first === undefined
    ? undefined
    : html`<label class="field"><span>Body</span> <textarea rows="${Math.min(16, Math.max(3, first[1].split('\n').length))}" spellcheck="false" autocomplete="off">
${first[1]}</textarea></label>`
}
${optional(fields)}
${isForm ? html`<p class="soft">The page cannot attach a file. Use the curl command instead.</p>` : html`<p><button type="submit" class="primary">Send</button></p>`}
<p class="problem" role="alert"></p>
<p class="outcome" role="status"></p>
<div class="result"></div>
</form>
<div class="curl"><div class="bar"><h4>curl</h4><button type="button" class="copy" aria-label="Copy the command">Copy</button></div><pre><code>${curlLine(sampleCall(call, sample, baseUrl))}</code></pre></div>
</div>`
}

const input = ({ name, in: place, value }: SampleField): Markup =>
  html`<label class="field"><span><code>${name}</code></span> <input data-in="${place}" data-name="${name}" value="${value}" autocomplete="off" spellcheck="false"></label>`

function optional(fields: readonly SampleField[]): Content {
  const rest = fields.filter(({ value }) => value === '')
  if (rest.length === 0) return undefined
  return html`<details class="form"><summary>${rest.length === 1 ? 'One more parameter' : `${rest.length} more parameters`}</summary>${rest.map((field) => input(field))}</details>`
}
