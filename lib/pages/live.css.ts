/** The part of the style sheet for pages that scripts have brought to life. */
export const liveStyles = `
/* Alive */
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
.form.live > p:has(button) { display: flex; flex-wrap: wrap; gap: 0.6rem; }
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
.options p { margin: 0; }
.options label { display: flex; gap: 0.6rem; }
.aside { position: fixed; inset-block-start: 0; inset-inline-start: -100vw; inline-size: 10rem; }
.live:not(.pair) {
  z-index: 1;
  grid-template-columns: minmax(0, 1fr) minmax(7rem, 18rem);
  align-items: end;
  margin-inline: -0.5rem;
  padding: 0.75rem 0.5rem;
  background: var(--paper);
}
.live:not(.pair) > p { grid-column: auto; }
/* Not where a window is so low, or so enlarged, that it would take a third of it. */
@media (min-height: 22rem) {
  .live:not(.pair) { position: sticky; inset-block-start: 0; }
  .has-sticky { scroll-padding-block: 7rem 4rem; }
}
@media (min-width: 40rem) {
  .form.live.pair > p:has(#text) { grid-column: 1; }
  .form.live.pair > p:has(#result) { grid-column: 2; }
  .form.live > p:has(button) { grid-column: 1 / -1; justify-self: start; }
}
@media (max-width: 40rem) {
  .rows li:has(> .copy) { grid-template-columns: minmax(0, 1fr) auto; }
  .rows li:has(> .copy) > a { grid-column: 1 / -1; }
  .live:not(.pair) {
    grid-template-columns: minmax(0, 1fr) minmax(7rem, 35%);
    column-gap: 0.75rem;
    padding-block: 0.5rem;
  }
  .live:not(.pair) label { display: block; font-size: 0.9rem; line-height: 1.2; }
  .live:not(.pair) input { margin-block-start: 0.15rem; font-size: 1.1rem; }
}
@media print { .copy, .options, .status, .live { display: none; } }
`
