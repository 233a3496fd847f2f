/** The styles of the part that lists the calls. @module */

/**
 * The styles for the list of collapsed calls. On wide screens, the search field and the table of contents are beside
 * the list.
 */
export const callsStyle: string = `
.columns { padding-block-start: 1.5rem; }
.beside label { display: block; font-size: 0.8125rem; color: var(--soft); margin-block: 0.5rem 0.2rem; }
#found { min-block-size: 1.5rem; font-size: 0.8125rem; color: var(--soft); padding-block-start: 0.25rem; }
.contents { display: none; }
.list > .lead { margin-block-start: 1rem; }
.list .empty { margin-block: 1rem; display: grid; gap: 0.75rem; justify-items: start; }
.system { padding-block: 1.25rem 0.75rem; }
.system > .lead { margin-block: 0.125rem 0.75rem; }
.call { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; margin-block-start: 0.5rem; }
.call > summary { display: flex; align-items: baseline; gap: 0.75rem; padding: 0.6rem 0.9rem; cursor: pointer;
  border-radius: 0.75rem; list-style: none; }
.call > summary::-webkit-details-marker { display: none; }
.call > summary:hover { background: var(--accent-soft); }
.call[open] { border-color: var(--edge); }
.call[open] > summary { border-end-start-radius: 0; border-end-end-radius: 0; border-block-end: 1px solid var(--line); }
.call h3 { flex: 1; min-inline-size: 0; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 1rem; font: inherit; }
.path { font-family: var(--mono); font-size: 0.9rem; }
.call .path { font-weight: 600; }
.does { color: var(--soft); font-size: 0.9375rem; }
.method { flex: none; min-inline-size: 3.9rem; text-align: center; font: 700 0.75rem/1.6 var(--mono); border: 1px solid;
  border-radius: 0.375rem; }
.get { color: var(--get); } .post { color: var(--post); } .patch { color: var(--patch); }
.put { color: var(--put); } .delete { color: var(--delete); }
.more { padding: 0.9rem; }

.about { padding: 0.9rem; display: flex; flex-wrap: wrap; gap: 1.25rem; align-items: flex-start; }
.said { flex: 1 1 26rem; min-inline-size: 0; }
.try { flex: 1 1 22rem; min-inline-size: 0; display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.send, .result { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.send > details { display: grid; gap: 0.5rem; }
.send input { font: 0.8125rem/1.5 var(--mono); }
.send textarea { field-sizing: content; max-block-size: 28rem; }
.send details .field { margin-block-start: 0.5rem; }
.result:empty { display: none; }
.outcome:empty { display: none; }
.outcome { display: flex; gap: 0.75rem; align-items: baseline; }
.curl { background: var(--bench); color: var(--bench-ink); border-radius: 0.75rem; border: 1px solid var(--bench-line); }
.bar { display: flex; justify-content: space-between; align-items: center; padding: 0.4rem 0.5rem 0.4rem 0.9rem;
  border-block-end: 1px solid var(--bench-line); }
.bar h4 { margin: 0; color: var(--bench-soft); }
.curl pre { padding: 0.8rem 0.9rem; white-space: pre-wrap; font-size: 0.9rem; line-height: 1.6; }
.curl .copy { background: transparent; border-color: var(--bench-soft); }
.curl .copy:hover { background: var(--bench-line); }
.curl .copy:focus-visible { outline-color: #9cc3ff; }
.meta { color: var(--soft); font-size: 0.875rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.9rem; }
h4 { font-size: 0.8125rem; font-weight: 650; color: var(--soft); margin-block: 1.1rem 0.25rem; }
.meta + .fields { margin-block-start: 0.45rem; }
.fields > li { padding-block: 0.45rem; border-block-start: 1px solid var(--line); font-size: 0.9375rem; }
p.field { display: flex; flex-wrap: wrap; gap: 0 0.75rem; align-items: baseline; }
p.field > span { margin: 0; font-size: inherit; }
.name { font-weight: 600; }
.type { color: var(--soft); }
.type code { background: var(--sunk); color: var(--ink); border-radius: 0.25rem; padding: 0 0.3em; }
p.field > .needed { color: var(--needed); font-size: 0.8125rem; }
.limits { color: var(--soft); font-size: 0.8125rem; }
.fields .fields, .forms { margin-block-start: 0.4rem; padding-inline-start: 0.9rem; border-inline-start: 2px solid var(--line); }
.form > summary { padding-block: 0.3rem; cursor: pointer; font-size: 0.9375rem; }
.form > summary code + code { background: var(--accent-soft); border-radius: 0.25rem; padding: 0 0.35em; }

@media (max-width: 36rem) {
  .call > summary { flex-wrap: wrap; }
  .call h3 { flex-basis: 100%; }
}
@media (min-width: 64rem) {
  body { padding-inline: 2rem; }
  .columns { display: flex; gap: 2.5rem; align-items: flex-start; }
  .list { flex: 1; min-inline-size: 0; }
  .list > .lead { margin-block-start: 0.25rem; }
  .beside { position: sticky; inset-block-start: 0; flex: 0 0 15.5rem; max-block-size: 100vh; overflow-y: auto; margin: -1rem -0.25rem 0;
    padding: 1rem 0.25rem; }
  .contents { display: block; margin-block-start: 0.75rem; font-size: 0.9375rem; }
  .contents li { display: flex; justify-content: space-between; gap: 0.5rem; padding-block: 0.2rem; }
  .contents a { color: inherit; text-decoration: none; }
  .contents .none { color: var(--soft); font-style: italic; }
  .contents a:hover { text-decoration: underline; color: var(--accent); }
  .count { color: var(--soft); font-size: 0.8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
}
@media (forced-colors: active) { .call, .curl { border-color: CanvasText; } }
`
