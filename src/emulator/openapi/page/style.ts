/** The page's style sheet, as text. Long because it contains all styles of the page. @module */

/** The styles are light or dark, as the user's system prefers. Small screens get one column. */
export const pageStyle: string = `
:root {
  color-scheme: light dark;
  --paper: #f4f2ec; --surface: #fffefb; --sunk: #ece8de; --ink: #15232a; --soft: #4f5f66; --line: #ddd8cc;
  --edge: #7d8a8d; --accent: #0a5a50; --accent-soft: #dcece6; --needed: #86201b; --focus: #0b57d0;
  --bench: #0f191d; --bench-ink: #dfe9ec; --bench-soft: #9db0b7; --bench-line: #2a3b43;
  --get: #0b4f9c; --post: #14532f; --patch: #6b4600; --put: #5a2d91; --delete: #86201b;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1417; --surface: #172024; --sunk: #1f2a2f; --ink: #e8eff0; --soft: #a6b6bb; --line: #2b383e;
    --edge: #74868d; --accent: #6fd3be; --accent-soft: #17372f; --needed: #ffb9b0; --focus: #9cc3ff;
    --bench: #080d0f; --bench-line: #2a3b43;
    --get: #9cc8ff; --post: #a6e3bd; --patch: #f6d48a; --put: #d3bbff; --delete: #ffb9b0;
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-block-start: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0 auto; max-inline-size: 84rem; padding: 0 1rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
h1, h2, h3, h4, p, ul, dl, dd, pre { margin: 0; padding: 0; }
ul { list-style: none; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre { font-family: var(--mono); font-size: 0.875em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
main:focus { outline: none; }
.skip { position: absolute; inset-inline-start: -100vw; padding: 0.5rem 1rem; background: var(--surface); }
.skip:focus { inset-inline-start: 1rem; inset-block-start: 0.5rem; z-index: 2; }

header { padding-block: 2.5rem 1.75rem; }
.kind { color: var(--accent); font-weight: 650; font-size: 0.875rem; }
h1 { font-size: clamp(1.7rem, 1.2rem + 2vw, 2.5rem); font-weight: 680; letter-spacing: -0.022em; line-height: 1.15;
  text-wrap: balance; }
.lead { color: var(--soft); max-inline-size: 46rem; margin-block-start: 0.5rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0.75rem 2.5rem; margin-block-start: 1.25rem; font-size: 0.9375rem; }
dt { color: var(--soft); font-size: 0.8125rem; }

nav { position: sticky; inset-block-start: 0; z-index: 1; background: var(--paper); padding-block: 0.75rem; }
.search label { display: block; font-size: 0.8125rem; color: var(--soft); margin-block-end: 0.25rem; }
.search input { inline-size: 100%; padding: 0.6rem 0.8rem; border: 1px solid var(--edge); border-radius: 0.625rem;
  background: var(--surface); color: inherit; font: inherit; }
.search input:focus-visible { outline-offset: 0; border-radius: 0.625rem; }
.search input::placeholder { color: var(--soft); opacity: 1; }
#found { font-size: 0.8125rem; color: var(--soft); padding-block-start: 0.25rem; }
.contents { display: none; }

.system, #schemas { padding-block: 1.25rem 1.5rem; }
h2 { font-size: 1.375rem; font-weight: 670; letter-spacing: -0.015em; }
.system > .lead, #schemas > .lead { margin-block: 0.125rem 0.875rem; }
.call { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; margin-block-start: 0.5rem;
  scroll-margin-block-start: 7.5rem; }
.call > summary { display: flex; align-items: baseline; gap: 0.75rem; padding: 0.7rem 0.9rem; cursor: pointer;
  border-radius: 0.75rem; list-style: none; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--accent-soft); }
.call[open] { border-color: var(--edge); }
.call[open] > summary { border-end-start-radius: 0; border-end-end-radius: 0; border-block-end: 1px solid var(--line); }
h3 { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 1rem; font: inherit; }
.path { font-family: var(--mono); font-size: 0.9rem; font-weight: 600; }
.does { color: var(--soft); font-size: 0.9375rem; }
.method { flex: none; inline-size: 3.9rem; text-align: center; font: 700 0.75rem/1.6 var(--mono); border: 1px solid;
  border-radius: 0.375rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); }
.put { color: var(--put); } .delete { color: var(--delete); }

.about { padding: 0.9rem; display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; }
.said { flex: 1 1 26rem; min-inline-size: 0; }
.command { flex: 1 1 22rem; min-inline-size: 0; background: var(--bench); color: var(--bench-ink); border-radius: 0.75rem;
  border: 1px solid var(--bench-line); }
.bar { display: flex; justify-content: space-between; align-items: center; padding: 0.4rem 0.5rem 0.4rem 0.9rem;
  border-block-end: 1px solid var(--bench-line); }
.bar h4 { margin: 0; color: var(--bench-soft); }
.command pre { padding: 0.8rem 0.9rem; white-space: pre-wrap; font-size: 0.9rem; line-height: 1.6; }
.copy { font: inherit; font-size: 0.8125rem; min-block-size: 2rem; padding: 0.2rem 0.8rem; color: inherit;
  background: transparent; border: 1px solid var(--bench-soft); border-radius: 0.5rem; cursor: pointer; }
.copy:hover { background: var(--bench-line); }
.copy:focus-visible { outline-color: #9cc3ff; }
.meta { color: var(--soft); font-size: 0.875rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.9rem; }
h4 { font-size: 0.8125rem; font-weight: 650; color: var(--soft); margin-block: 1.1rem 0.25rem; }
.fields > li { padding-block: 0.45rem; border-block-start: 1px solid var(--line); font-size: 0.9375rem; }
.field { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
.name, .status { font-weight: 600; }
.type { color: var(--soft); }
.type code { background: var(--sunk); color: var(--ink); border-radius: 0.25rem; padding: 0 0.3em; }
.needed { color: var(--needed); font-size: 0.8125rem; }
.limits { color: var(--soft); font-size: 0.8125rem; }
.fields .fields, .forms { margin-block-start: 0.4rem; padding-inline-start: 0.9rem; border-inline-start: 2px solid var(--line); }
.form > summary { padding-block: 0.3rem; cursor: pointer; font-size: 0.9375rem; }
.form > summary code + code { background: var(--accent-soft); border-radius: 0.25rem; padding: 0 0.35em; }

@media (max-width: 36rem) {
  .call > summary { flex-wrap: wrap; }
  h3 { flex-basis: 100%; }
}
@media (min-width: 64rem) {
  body { padding-inline: 2rem; }
  .columns { display: flex; gap: 2.5rem; align-items: flex-start; }
  main { flex: 1; min-inline-size: 0; }
  #found { min-block-size: 1.5rem; }
  nav { flex: 0 0 15.5rem; max-block-size: 100vh; overflow-y: auto; margin-inline: -0.25rem; padding: 1.25rem 0.25rem; }
  .call { scroll-margin-block-start: 1rem; }
  .contents { display: block; margin-block-start: 0.5rem; font-size: 0.9375rem; }
  .contents li { display: flex; justify-content: space-between; gap: 0.5rem; padding-block: 0.2rem; }
  .contents a { color: inherit; text-decoration: none; }
  .contents a:hover { text-decoration: underline; color: var(--accent); }
  .count { color: var(--soft); font-size: 0.8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .call, .command { border-color: CanvasText; } }
`
