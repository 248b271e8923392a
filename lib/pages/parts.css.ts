/** The style sheet for the parts of pages: samples, facts, tables, code, and live controls. */
export const partStyles = `
/* The specimens */
h2.category {
  margin-block: 2.75rem 0;
  padding-block-end: 0.4rem;
  border-block-end: 1px solid var(--line);
  color: var(--soft);
  font-size: 0.82rem;
  letter-spacing: 0.09em;
  text-transform: uppercase;
}
.rows li {
  display: grid;
  grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr);
  align-items: baseline;
  gap: 0 1.5rem;
  padding-block: 0.55rem;
  border-block-end: 1px solid var(--line);
  content-visibility: auto;
  contain-intrinsic-block-size: auto 3.3rem;
}
h2:not(.category) + .rows { border-block-start: 1px solid var(--line); }
.rows + p { margin-block-start: 1rem; }
.rows a { padding-block: 0.15rem; color: var(--soft); text-decoration: none; }
.rows a:hover { color: var(--accent); text-decoration: underline; }
.sample, .specimen { white-space: pre-wrap; unicode-bidi: isolate; }
.sample { font-size: 1.35rem; line-height: 1.6; }
.lines { font-family: var(--cells); line-height: 1.2; }
.marks { line-height: 2.8; }
.rows .sample { display: block; }
/* A drawing that is cut off is better than one whose lines are broken. */
.rows .lines { font-size: 0.8rem; white-space: pre; overflow: clip; }
.rows .marks, .examples .marks {
  display: block;
  padding-block: 0.5em 0.3em;
  overflow: clip;
}
.choices { margin-block-start: 1.5rem; font-size: 1.35rem; }
.choices a { display: inline-block; padding-block: 0.4rem; }
main > ul:not([class]) > li, main > ul:not([class]) a { padding-block: 0.15rem; }

/* Facts, tables and code */
.facts { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; }
.facts dt, .facts dd { padding-block: 0.55rem; border-block-end: 1px solid var(--line); }
.facts dt { padding-inline-end: 1.5rem; color: var(--soft); }
.facts dd { max-inline-size: none; }
table {
  inline-size: 100%;
  max-inline-size: 42rem;
  margin-block: 0.75rem;
  border-collapse: collapse;
  text-align: start;
}
caption { padding-block-end: 0.5rem; color: var(--soft); text-align: start; }
th, td {
  padding: 0.45rem 1rem 0.45rem 0;
  border-block-end: 1px solid var(--line);
  text-align: start;
  vertical-align: baseline;
}
thead th { color: var(--soft); font-size: 0.9rem; font-weight: 400; }
tbody th { min-inline-size: 6.75rem; font-weight: 400; }
th:last-child, td:last-child { padding-inline-end: 0; }
@media (min-width: 40rem) {
  th, td { overflow-wrap: break-word; }
}
@media (max-width: 25rem) {
  th, td { min-inline-size: 5rem; padding-inline-end: 0.6rem; font-size: 0.9rem; }
  tbody th { min-inline-size: 5.9rem; }
}
summary { padding-block: 0.35rem; color: var(--accent); cursor: pointer; }
code, pre, kbd { font-family: var(--cells); font-size: 0.92em; }
pre {
  max-inline-size: 42rem;
  margin-block: 0.75rem;
  padding: 0.25rem 0 0.25rem 1rem;
  border-inline-start: 3px solid var(--line);
  white-space: pre-wrap;
}

/* Live pages */
[hidden] { display: none !important; }
.status { min-block-size: 1.5rem; }
.status:not(:empty) {
  position: fixed;
  inset-block-end: 0;
  inset-inline: 0;
  z-index: 2;
  max-inline-size: none;
  padding: 0.75rem 1.25rem;
  border-block-start: 1px solid var(--ink);
  background: var(--paper);
  text-align: center;
}
:root:has(.status:not(:empty)) { scroll-padding-block-end: 7rem; }
.rows li:has(> .copy) {
  grid-template-columns: minmax(9rem, 15rem) minmax(0, 1fr) auto;
  align-items: center;
}
.copy { min-block-size: 2.25rem; padding: 0.2rem 0.9rem; }
.copy, .quiet-button { background: transparent; color: var(--ink); font-weight: 400; }
.copy:hover, .quiet-button:hover { background: var(--accent); color: var(--paper); }
.quiet-button[aria-pressed='true'] { background: var(--ink); color: var(--paper); }
@media (pointer: coarse) { .copy { min-block-size: 2.75rem; } }
.options {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem 1.5rem;
}
.options p { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 0; }
.aside { position: fixed; inset-block-start: 0; inset-inline-start: -100vw; inline-size: 10rem; }
.live:not(.pair) {
  z-index: 1;
  align-items: end;
  margin-inline: -0.5rem;
  padding: 0.75rem 0.5rem;
  background: var(--paper);
}
.live:not(.pair) > p { flex: 1 1 0; }
.live:not(.pair) > p + p { flex: 0 1 18rem; }
/* Not in a window so low, or so enlarged, that the form would fill a third of it. */
@media (min-height: 22rem) {
  .live:not(.pair) { position: sticky; inset-block-start: 0; }
  .has-sticky { scroll-padding-block: 7rem 4rem; }
}

/* Narrow windows */
@media (max-width: 40rem) {
  .rows li { grid-template-columns: minmax(0, 1fr); padding-block: 0.45rem 0.6rem; }
  .rows a { justify-self: start; font-size: 0.9rem; line-height: 1.5rem; }
  .rows li:has(> .copy) { grid-template-columns: minmax(0, 1fr) auto; }
  .rows li:has(> .copy) > a { grid-column: 1 / -1; }
  .facts { grid-template-columns: 1fr; }
  .facts dt { padding-block-end: 0; border: 0; font-size: 0.9rem; }
  .facts dd { padding-block-start: 0; }
  .live:not(.pair) { column-gap: 0.75rem; padding-block: 0.5rem; }
  .live:not(.pair) > p + p { flex: 0 0 35%; }
  .live:not(.pair) label { display: block; font-size: 0.9rem; line-height: 1.2; }
  .live:not(.pair) input { margin-block-start: 0.15rem; font-size: 1.1rem; }
}
/* The count of found styles in the bar, and these above all others */
.live > #count { flex: 1 1 100%; align-items: center; justify-content: end; text-align: end; }
#found:not(:empty) { margin-block-start: 1.5rem; }
:root:has(#count:not([hidden])) { scroll-padding-block-start: 10rem; overflow-anchor: none; }
@media print { .copy, .options, .status, .live { display: none; } }
`
