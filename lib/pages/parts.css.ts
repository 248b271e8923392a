/** The style sheet for the parts of pages: samples, facts, tables, code, and live controls. */
export const partStyles = `
.sample, .specimen { white-space: pre-wrap; unicode-bidi: isolate; }
.lines { font-family: var(--cells); line-height: 1.2; }
.marks { line-height: 2.8; }
/* In some fonts a line is lower than a target must be. */
main > ul:not([class]) a { display: inline-block; padding-block: 0.3rem; }

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
  th, td { min-inline-size: min(5rem, 25vw); padding-inline-end: 0.6rem; font-size: 0.9rem; }
  tbody th { min-inline-size: min(5.9rem, 29vw); }
}
summary { padding-block: 0.35rem; color: var(--accent); cursor: pointer; }
code, pre { font-family: var(--cells); font-size: 0.92em; }
pre {
  max-inline-size: 42rem;
  margin-block: 0.75rem;
  padding: 0.25rem 0 0.25rem 1rem;
  border-inline-start: 3px solid var(--line);
  white-space: pre-wrap;
}

/* Live pages */
[hidden] { display: none !important; }
/* Beneath the form of a style, a message of two lines has its room from the start. */
.pair { margin-block-end: 4.25rem; }
.pair + .status:not(.unseen) { min-block-size: 3rem; margin-block: -3.75rem 0.75rem; }
.status:empty { position: absolute; }
.status.away:not(:empty, .unseen) {
  position: fixed;
  inset-block-end: 0;
  inset-inline: 0;
  z-index: 2;
  max-inline-size: none;
  margin: 0;
  padding: 0.75rem 1.25rem;
  border-block-start: 1px solid var(--ink);
  background: var(--paper);
}
.copy { min-block-size: 2.15rem; padding: 0.1rem 0.9rem; }
.copy, .quiet-button { background: transparent; color: var(--ink); font-weight: 400; }
@media (hover: hover) {
  .copy:hover, .quiet-button:hover { background: var(--accent); color: var(--paper); }
}
.quiet-button[aria-pressed='true'] { border-color: var(--accent); }
@media (forced-colors: active) {
  [aria-pressed='true'] {
    forced-color-adjust: none;
    border-color: Highlight !important;
    background: Highlight !important;
    color: HighlightText !important;
  }
}
@media (pointer: coarse) { .copy { min-block-size: 2.75rem; } }
.options {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem 1.5rem;
}
.symbols {
  display: flex;
  flex: 1 1 100%;
  gap: 0.3rem;
  min-inline-size: 0;
  padding: 0.3rem;
  overflow-x: auto;
  scrollbar-width: thin;
}
.symbols > * { flex: none; align-self: center; }
.symbols button { min-inline-size: 2.75rem; padding: 0; }
.symbols a { padding: 0.6rem; }
.options p { display: flex; flex-wrap: wrap; gap: 0.6rem; margin: 0; }
.aside { position: fixed; inset-block-start: 0; inset-inline-start: -100vw; inline-size: 10rem; }
/* Narrow windows */
@media (max-width: 40rem) {
  .facts { grid-template-columns: 1fr; }
  .facts dt { padding-block-end: 0; border: 0; font-size: 0.9rem; }
  .facts dd { padding-block-start: 0; }
}
`
