/** The styles that all parts of the page share: colours, text, controls and the header. @module */

/** The shared styles. Colours follow the light or dark setting of the user's system. */
export const baseStyle: string = `
:root {
  color-scheme: light dark;
  --paper: #f4f2ec; --surface: #fffefb; --sunk: #ece8de; --ink: #15232a; --soft: #4f5f66; --line: #ddd8cc;
  --edge: #7d8a8d; --accent: #0a5a50; --on-accent: #fffefb; --accent-soft: #dcece6; --needed: #86201b; --focus: #0b57d0;
  --bench: #0f191d; --bench-ink: #dfe9ec; --bench-soft: #9db0b7; --bench-line: #2a3b43; --warn-soft: #f6e3cf;
  --get: #0b4f9c; --post: #14532f; --patch: #6b4600; --put: #5a2d91; --delete: #86201b;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1417; --surface: #172024; --sunk: #1f2a2f; --ink: #e8eff0; --soft: #a6b6bb; --line: #2b383e;
    --edge: #74868d; --accent: #6fd3be; --on-accent: #06211c; --accent-soft: #17372f; --needed: #ffb9b0;
    --focus: #9cc3ff; --bench: #080d0f; --bench-line: #2a3b43; --warn-soft: #43301a;
    --get: #9cc8ff; --post: #a6e3bd; --patch: #f6d48a; --put: #d3bbff; --delete: #ffb9b0;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-block-start: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; max-inline-size: 84rem; padding: 0 1rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, dl, dd, pre, fieldset, legend { margin: 0; padding: 0; }
fieldset { border: 0; min-inline-size: 0; }
ul { list-style: none; }
p { text-wrap: pretty; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
time { font-variant-numeric: tabular-nums; }
h1 { font-size: 1.375rem; font-weight: 670; letter-spacing: -0.015em; line-height: 1.25; }
h2 { font-size: 1.25rem; font-weight: 670; letter-spacing: -0.012em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
main:focus, h2:focus { outline: none; }
.soft, .lead { color: var(--soft); }
.lead { max-inline-size: 46rem; }
.kind { color: var(--accent); font-weight: 650; font-size: 0.875rem; }
.skip { position: absolute; inset-inline-start: -100vw; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 0.5rem; z-index: 3; }

button, input, select, textarea { font: inherit; color: inherit; }
button { min-block-size: 2.25rem; padding: 0.25rem 0.9rem; background: var(--surface); border: 1px solid var(--edge);
  border-radius: 0.5rem; cursor: pointer; }
button:hover { background: var(--accent-soft); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button.primary:hover { filter: brightness(1.12); }
button.danger { color: var(--delete); border-color: currentColor; }
button.copy { min-block-size: 1.75rem; padding: 0 0.6rem; font-size: 0.8125rem; }
input[type="radio"] { accent-color: var(--accent); }
input:not([type="radio"]), select, textarea { inline-size: 100%; min-block-size: 2.25rem; padding: 0.3rem 0.7rem;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 0.5rem; }
input::placeholder, textarea::placeholder { color: var(--soft); opacity: 1; }
textarea { font: 0.875rem/1.5 var(--mono); resize: vertical; }
input:focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-radius: 0.5rem; }
.field { display: block; }
.field > span { display: block; font-size: 0.8125rem; color: var(--soft); margin-block-end: 0.2rem; }
.fields-row { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: 0.75rem; }
.inline { display: flex; align-items: center; gap: 0.5rem; font-size: 0.875rem; color: var(--soft); }
.inline > span { flex: none; }
.inline input { max-inline-size: 16rem; }
.problem { color: var(--needed); font-size: 0.9375rem; }
.problem:empty { display: none; }
.tag { font-size: 0.8125rem; padding: 0 0.45rem; border-radius: 0.375rem; background: var(--sunk); color: var(--ink); }
.tag.fault { background: var(--warn-soft); }

.top { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: flex-end; gap: 1rem 2rem;
  padding-block: 1.5rem 1rem; }
.base { font-size: 0.9375rem; color: var(--soft); }
.clock h2 { font: inherit; font-size: 0.8125rem; color: var(--soft); }
.clock time { font-size: 1.0625rem; font-weight: 600; white-space: nowrap; }
.advance, #advance { display: flex; flex-wrap: wrap; gap: 0.4rem; }
.advance { margin-block-start: 0.35rem; }
.advance button { padding-inline: 0.65rem; font-size: 0.875rem; }
#advance-minutes { inline-size: 4rem; font-size: 0.875rem; padding-inline: 0.5rem; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 0.25rem; border-block-end: 1px solid var(--line); }
.tabs a { display: block; padding: 0.5rem 0.75rem; color: var(--soft); text-decoration: none; border-block-end: 3px solid transparent; }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); font-weight: 650; border-color: var(--accent); }
.badge { font-size: 0.8125rem; font-weight: 400; }
.badge::before { content: " · "; }
#trouble { margin-block-start: 0.75rem; padding: 0.6rem 0.9rem; background: var(--warn-soft); border-radius: 0.5rem; }
#said { position: fixed; inset-block-end: 1rem; inset-inline: 1rem; margin-inline: auto; inline-size: fit-content; max-inline-size: 40rem;
  padding: 0.6rem 1rem; background: var(--bench); color: var(--bench-ink); border: 1px solid var(--bench-line);
  border-radius: 0.625rem; z-index: 2; }
#said:empty { display: none; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (max-width: 30rem) {
  .tabs { gap: 0; justify-content: space-between; }
  .tabs a { padding-inline: 0.2rem; font-size: 0.875rem; }
  .tabs .words { display: none; }
}
`
