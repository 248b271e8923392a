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
.options p { margin: 0; }
.options label { display: flex; gap: 0.6rem; }
.aside { position: fixed; inset-block-start: 0; inset-inline-start: -100vw; inline-size: 10rem; }
.live:not(.pair) {
  z-index: 1;
  margin-inline: -0.5rem;
  padding: 0.75rem 0.5rem;
  background: var(--paper);
}
@media (min-width: 40rem) {
  .live:not(.pair) {
    position: sticky;
    inset-block-start: 0;
    grid-template-columns: minmax(0, 1fr) minmax(10rem, 18rem);
  }
  .live:not(.pair) > p { grid-column: auto; }
  .has-sticky { scroll-padding-block: 8rem 4rem; }
  .form.live.pair > p:has(#text) { grid-column: 1; }
  .form.live.pair > p:has(#result) { grid-column: 2; }
  .form.live > p:has(button) { grid-column: 1 / -1; justify-self: start; }
}
@media (max-width: 40rem) {
  .rows li:has(> .copy) { grid-template-columns: minmax(0, 1fr) auto; }
  .rows li:has(> .copy) > a { grid-column: 1 / -1; }
}
@media print { .copy, .options, .status, .live { display: none; } }
`
