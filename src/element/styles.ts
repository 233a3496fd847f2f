/** The style sheet of the elements. It is compact, because the build does not minify it. @module */

/**
 * Colors follow the page's `color-scheme`. On a page without a dark scheme, the elements are light. In a browser
 * without `light-dark()`, the elements take the colors of the surrounding text.
 *
 * The text has the size that the user has set in the browser (`medium`), or that of the root if it is larger. Many
 * pages have a root of 10 px, and set another size on their texts. All other lengths follow the text. Safari on phones
 * zooms in on an input whose text is smaller than 16 px.
 *
 * A sentence is set in its own direction (`plaintext`), as English may be shown on a page from right to left. It begins
 * where its parent begins (`match-parent`), in line with what is above and below it.
 *
 * With large text on a narrow screen, the space around the text gives way (`vw`), and not the text.
 *
 * An empty live region takes up no space but stays in the document: if the region and its text appeared together, a
 * screen reader might not announce the text.
 */
const css = `
:host{--_accent:var(--wallet-accent,light-dark(#1d4ed8,#9dbbff));--_on-accent:var(--wallet-on-accent,light-dark(#fff,#0a1a3f));--_text:var(--wallet-text,light-dark(#14181f,#eef1f6));--_muted:var(--wallet-muted,light-dark(#535c6b,#a9b2c1));--_surface:var(--wallet-surface,light-dark(#fff,#14171d));--_raised:var(--wallet-raised,light-dark(#f4f6f9,#1f242d));--_line:var(--wallet-line,light-dark(#dce1e8,#303744));--_edge:var(--wallet-edge,light-dark(#7b8494,#7f899b));--_danger:var(--wallet-danger,light-dark(#a8201a,#ffb3ac));--_danger-surface:var(--wallet-danger-surface,light-dark(#fdeeed,#3a1a19));--_radius:var(--wallet-radius,12px);display:block;font-size:medium;max-inline-size:var(--wallet-width,max(26em,26rem))}
:host([hidden]),[hidden]{display:none !important}
*{box-sizing:border-box}
.panel{display:flex;flex-direction:column;gap:1em;padding:var(--wallet-padding,min(1.5em,7vw));border:1px solid var(--_line);border-radius:calc(var(--_radius) * 1.5);background:var(--_surface);color:var(--_text);font-size:var(--wallet-font-size,max(1em,1rem));line-height:1.5;text-align:start;overflow-wrap:anywhere}
h2,p,dl,dd{margin:0}
h2{font-size:1.3125em;line-height:1.3;font-weight:650;text-wrap:balance;hyphens:auto}
h2:focus{outline:none}
.head,.body{display:flex;flex-direction:column;gap:.75em}
.head{gap:.25em}
.head p,.note,.detail{color:var(--_muted)}
p{text-wrap:pretty}
h2,p,label,.label,.detail,.problem,.status{unicode-bidi:plaintext;text-align:-webkit-match-parent;text-align:match-parent}
.problem,.status{padding:.75em 1em;white-space:pre-line;border-radius:var(--_radius);background:var(--_raised)}
.problem{background:var(--_danger-surface);color:var(--_danger)}
.problem:empty,.status:empty{position:absolute;padding:0}
.panel[part~=question]>.status{order:1}
.panel[part~=question] .head bdi{color:var(--_text);font-weight:550}
form{display:flex;flex-direction:column;gap:.75em}
.field{display:flex;flex-direction:column;gap:.375em}
label{font-weight:550}
input,button{font:inherit;color:inherit;border-radius:var(--_radius)}
input{inline-size:100%;min-block-size:max(2.375em,44px);padding:.375em .75em;border:1px solid var(--_edge);background:transparent;font-size:max(1.375em,16px);font-variant-numeric:tabular-nums;letter-spacing:.12em}
input[aria-invalid=true]{border-color:var(--_danger)}
button{display:flex;align-items:center;justify-content:center;gap:.75em;min-block-size:max(3em,44px);padding:.5em min(1em,5vw);border:1px solid transparent;background:none;font-weight:600;cursor:pointer}
.primary{background:var(--_accent);color:var(--_on-accent)}
.secondary,.way{border-color:var(--_edge)}
.way{justify-content:flex-start;text-align:start;min-block-size:3.5em}
.way.primary{border-color:transparent}
.quiet{color:var(--_accent);min-block-size:max(2.75em,44px)}
.primary .detail{color:inherit}
.texts{display:flex;flex-direction:column;min-inline-size:0;font-variant-numeric:tabular-nums}
.detail{font-weight:400;font-size:.875em;line-height:1.35}
button:hover{background:var(--_raised)}
.primary:not([aria-disabled]):hover{background:color-mix(in srgb,var(--_accent) 88%,var(--_text))}
button[aria-disabled=true]{cursor:not-allowed;background:var(--_raised);color:var(--_muted);border-color:transparent}
:focus-visible{outline:3px solid var(--_accent);outline-offset:2px}
.actions{display:flex;flex-direction:column;gap:.5em}
.icon,img{flex:none;inline-size:1.5em;block-size:1.5em}
.icon{fill:none;stroke:currentcolor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.done{margin-block-end:.5em;inline-size:2.5em;block-size:2.5em;padding:.5em;border-radius:50%;background:var(--_accent);color:var(--_on-accent);stroke-width:2.5}
.spinner{flex:none;inline-size:1.5em;block-size:1.5em;border:3px solid var(--_line);border-block-start-color:var(--_accent);border-radius:50%;animation:turn 1s linear infinite}
.wait{display:flex;align-items:center;gap:.75em;color:var(--_muted);min-block-size:3em}
@keyframes turn{to{rotate:1turn}}
@media (prefers-reduced-motion:reduce){.spinner{animation-duration:6s}}
.sends{container-type:inline-size}
.amount{font-size:2em;font-size:clamp(1.25em,9.5cqi,2em);line-height:1.2;font-weight:650;font-variant-numeric:tabular-nums}
dl{display:flex;flex-direction:column;border-block:1px solid var(--_line)}
.row{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1em;padding-block:.625em}
.row + .row{border-block-start:1px solid var(--_line)}
dt{color:var(--_muted)}
dd{font-variant-numeric:tabular-nums;font-weight:550;text-align:end;margin-inline-start:auto;min-inline-size:0}
.mono{font-family:ui-monospace,monospace;font-size:.875em;font-weight:400}
@media (forced-colors:active){
  button{border-color:ButtonBorder}
  button[aria-disabled=true]{color:GrayText;border-color:GrayText}
  :is(.problem,.status):not(:empty){border:1px solid CanvasText}
  .spinner{border-block-start-color:Canvas}
}
`

/** One sheet per document, because a sheet can be used only in the document that created it. */
const sheets = new WeakMap<Document, CSSStyleSheet>()

/**
 * Adds the style sheet to a shadow root, unless it has it. A Content-Security-Policy needs no exception for a
 * constructed sheet. The document may be that of another window, to which the page has moved the element.
 */
export function dress(root: ShadowRoot): void {
  const { ownerDocument } = root
  const made = sheets.get(ownerDocument) ?? new (ownerDocument.defaultView ?? globalThis).CSSStyleSheet()
  if (!sheets.has(ownerDocument)) {
    made.replaceSync(css)
    sheets.set(ownerDocument, made)
  }
  if (root.adoptedStyleSheets[0] !== made) root.adoptedStyleSheets = [made]
}
