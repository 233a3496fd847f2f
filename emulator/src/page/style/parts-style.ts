/** The styles of the parts that show a running emulator. @module */

/** The styles for lists of rows, cards and facts, and for the forms beside them. */
export const partsStyle: string = `
.part { padding-block-start: 1.5rem; }
.part > section + section { margin-block-start: 2.25rem; }
.heading { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0.5rem 1rem; margin-block-end: 0.5rem; }
.part h2 { margin-block-end: 0.5rem; }
.heading h2 { margin-block-end: 0; }
.empty > p, p.empty { color: var(--soft); }
.box { background: var(--surface); border: 1px solid var(--line); border-radius: 0.75rem; margin-block: 0.75rem; }
.box > summary { padding: 0.6rem 0.9rem; cursor: pointer; font-weight: 600; }
.box > form, .box.open { display: grid; gap: 0.9rem; padding: 0.9rem; justify-items: start; }
.box > form { padding-block-start: 0.25rem; }
.box .fields-row, .box fieldset, .box .wide, #issued { inline-size: 100%; }
.box > .wide { max-inline-size: 40rem; }
legend { font-size: 0.8125rem; color: var(--soft); margin-block-end: 0.25rem; }
.choice { display: flex; gap: 0.6rem; align-items: baseline; padding-block: 0.25rem; }
.choice span { color: var(--soft); }
.choice strong { color: var(--ink); font-weight: 600; }
#arm .fields-row { grid-template-columns: repeat(auto-fill, minmax(min(11rem, 100%), 1fr)); }
#arm .fields-row > .fields-row { grid-column: span 3; grid-template-columns: repeat(3, minmax(0, 1fr)); }
.rows > li { background: var(--surface); border: 1px solid var(--line); border-block-end-width: 0; }
.rows > li:first-child { border-start-start-radius: 0.75rem; border-start-end-radius: 0.75rem; }
.rows > li:last-child { border-block-end-width: 1px; border-end-start-radius: 0.75rem; border-end-end-radius: 0.75rem; }
#mails > li, .rows.faults > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.9rem; padding: 0.5rem 0.9rem; }
.otp { font-size: 1.25rem; font-weight: 650; letter-spacing: 0.06em; }
.void .otp { font-weight: 400; text-decoration: line-through; color: var(--soft); }
#mails .to { flex: 1; min-inline-size: 10rem; }
#mails time, .rows.faults time { color: var(--soft); font-size: 0.875rem; }
.rows.faults .path { flex: 1 1 16rem; }
.request > summary { display: grid; grid-template-columns: auto auto minmax(0, 1fr) auto auto minmax(4.5rem, auto); align-items: baseline; gap: 0.1rem 0.75rem;
  padding: 0.45rem 0.9rem; cursor: pointer; list-style: none; }
.request > summary::-webkit-details-marker { display: none; }
.request > summary:hover { background: var(--accent-soft); }
.request > summary time, .request > summary .soft { font-size: 0.875rem; color: var(--soft); white-space: nowrap; }
.request > summary .tag { grid-column: 4; grid-row: 1; }
.request > summary .status { grid-column: 5; text-align: end; }
.request > summary .soft { grid-column: 6; text-align: end; }
.status { font: 600 0.875rem/1.5 var(--mono); }
.status.fine { color: var(--post); } .status.refused { color: var(--patch); } .status.broken { color: var(--delete); }
.contents-of { padding: 0.25rem 0.9rem 0.9rem; border-block-start: 1px solid var(--line); }
.label { font-size: 0.8125rem; font-weight: 650; color: var(--soft); margin-block: 0.6rem 0.2rem; }
.contents-of pre, .facts pre, #issued pre, .result pre { padding: 0.7rem 0.9rem; background: var(--bench); color: var(--bench-ink);
  border-radius: 0.5rem; white-space: pre-wrap; max-block-size: 24rem; overflow: auto; }
.part button[id$="-more"] { margin-block-start: 0.5rem; }
.cards { display: grid; gap: 0.75rem; margin-block-start: 0.75rem; }
.card { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem 1.5rem; padding: 0.9rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: 0.75rem; }
.card h3 { font-size: 1.0625rem; font-weight: 650; }
.card .soft { font-size: 0.9375rem; }
.holds { justify-self: end; text-align: end; }
.balance { font-size: 1.125rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.fund { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0.4rem; margin-block-start: 0.25rem; }
.fund input { inline-size: 6.5rem !important; }
.fund .problem { flex-basis: 100%; }
.ids { grid-column: 1 / -1; display: grid; gap: 0.25rem; border-block-start: 1px solid var(--line); padding-block-start: 0.6rem; }
.ids > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 0.75rem; align-items: center; }
dt { color: var(--soft); font-size: 0.8125rem; }
dd { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
/* A public key of 130 digits in two equal lines. */
dd code { max-inline-size: 65ch; }
.ids dd { flex-wrap: nowrap; align-items: flex-start; }
.ids dd code { padding-block: 0.2rem; }
.copy { flex: none; }
.facts { display: grid; gap: 0.75rem; margin-block-start: 0.75rem; }
.facts > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0.1rem 0.75rem; align-items: baseline; }
.facts pre { flex-basis: 100%; }
#issued { display: grid; gap: 0.5rem; justify-items: start; }
#issued:empty { display: none; }
#reset { margin-block-start: 0.75rem; }
dialog { max-inline-size: min(28rem, calc(100vw - 2rem)); padding: 1.25rem; border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--surface);
  color: var(--ink); }
dialog::backdrop { background: rgb(0 0 0 / 0.5); }
.choices { display: flex; justify-content: flex-end; gap: 0.5rem; margin-block-start: 1rem; }
@media (max-width: 40rem) {
  .request > summary { grid-template-columns: auto auto minmax(0, 1fr); }
  .request > summary .path { grid-column: 1 / -1; grid-row: 2; }
  .request > summary .status { grid-column: 3; grid-row: 1; }
  .request > summary .soft { grid-column: 1; grid-row: 3; text-align: start; }
  .request > summary .tag { grid-column: 3; grid-row: 3; justify-self: end; }
  .card { grid-template-columns: minmax(0, 1fr); }
  .holds { justify-self: start; text-align: start; }
  .fund { justify-content: flex-start; }
  .ids > div, .facts > div { grid-template-columns: minmax(0, 1fr); }
  #arm .fields-row > .fields-row { grid-column: auto; grid-template-columns: minmax(0, 1fr); }
}
@media (forced-colors: active) { .box, .card, .rows > li { border-color: CanvasText; } }
`
