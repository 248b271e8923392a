/** The style sheet for lists of styles, and for the bar above them. */
export const listStyles = `
/* A row: the styled text, its name beneath, and buttons beside them */
h2.category {
  margin-block: 2rem 0;
  padding-block-end: 0.4rem;
  border-block-end: 1px solid var(--line);
  color: var(--soft);
  font-size: 0.82rem;
  letter-spacing: 0.09em;
  text-transform: uppercase;
}
#popular h2 { margin-block-start: 0.5rem; }
.rows li {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  align-items: start;
  gap: 0 0.5rem;
  padding-block: 0.4rem;
  border-block-end: 1px solid var(--line);
  content-visibility: auto;
  contain-intrinsic-block-size: auto 4.6rem;
}
/* Room for the buttons that scripts add */
@media (scripting: enabled) {
  .rows li { grid-template-columns: minmax(0, 1fr) minmax(5.1rem, auto); }
  .bar ~ * li { grid-template-columns: minmax(0, 1fr) minmax(5.1rem, auto) 1.95rem; }
}
h2:not(.category) + .rows { border-block-start: 1px solid var(--line); }
.rows + p { margin-block-start: 1rem; }
.rows a {
  grid-area: 2 / 1;
  position: relative;
  justify-self: start;
  color: var(--soft);
  font-size: 0.85rem;
  line-height: 1.5rem;
  text-decoration: none;
}
.rows a:hover { color: var(--accent); text-decoration: underline; }
.rows .sample {
  display: -webkit-box;
  grid-area: 1 / 1;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  font-size: 1.5rem;
  line-height: 1.45;
}
/* A drawing that is cut off is better than one whose lines are broken. */
.rows .sample.lines {
  -webkit-line-clamp: 6;
  grid-column: 1 / -1;
  font-size: min(0.8rem, 100cqi / 27);
  line-height: 1.2;
  white-space: pre;
}
.rows li:has(.lines) > button { grid-row: 2; }
.rows .sample.marks { padding-block: 0.5em 0.3em; line-height: 2.8; }
.has-sticky .rows .sample { cursor: copy; }
.rows .copy {
  grid-area: 1 / 2 / span 2;
  justify-self: end;
  margin-block-start: 0.25rem;
  padding-inline: 0.6rem;
}
.star {
  grid-area: 1 / 3 / span 2;
  padding: 0.2rem 0.4rem;
  border-color: transparent;
  background: transparent;
  color: var(--line);
  -webkit-text-stroke: 1px var(--soft);
}
.star::after { content: '★'; }
.clear::after { content: '✕'; }
.star[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
.copied { background: var(--line); }
.copied .copy::before { content: '✓ '; }

/* The bar: field, search, and the chips of the categories */
.bar {
  z-index: 1;
  margin: 0.75rem -0.5rem;
  padding: 0.5rem 0.5rem 0.25rem;
  background: var(--paper);
}
.bar .form { gap: 0.5rem 0.75rem; margin: 0; }
.form > p.field { position: relative; flex: 1 1 100%; min-inline-size: 0; max-inline-size: 100%; }
/* The clear button is on the right, where Arabic text begins. */
.field textarea { min-block-size: 3.1rem; max-block-size: 8rem; padding-right: 3rem; }
.bar textarea, .bar input { margin: 0; resize: none; line-height: 1.4; }
.bar input { font-size: 1rem; }
.clear {
  position: absolute;
  inset-block-start: 0.15rem;
  inset-inline-end: 0.15rem;
  inline-size: 2.75rem;
  padding: 0;
  border-color: transparent;
  background: transparent;
  color: var(--soft);
}
.bar .form > .search { flex: 1 1 9rem; }
.bar .live .options { flex: none; max-inline-size: 100%; }
/* Keeps the room of what scripts put here; without a script the options appear after a while. */
@media (scripting: enabled) {
  .bar .form:not(.live) > .options { animation: 0s 3s backwards options; }
}
@keyframes options {
  from { visibility: hidden; block-size: 2.75rem; overflow: hidden; }
}
.bar .live .options button { padding-inline: 0.75rem; }
.jump { margin-block-start: 0.4rem; overflow-x: auto; scrollbar-width: none; }
.jump .skip { margin: 0.25rem; }
.jump ul { display: flex; gap: 0.4rem; padding: 0.25rem; inline-size: max-content; }
@media (min-width: 40rem) {
  .jump ul { flex-wrap: wrap; inline-size: auto; }
}
.jump li a {
  display: inline-block;
  padding: 0.25rem 0.7rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  font-size: 0.9rem;
  text-decoration: none;
}
.bar ~ p:has(input) { margin-block: 0.5rem 0.75rem; }
.bar ~ p label { display: flex; gap: 0.6rem; }
/* Not in a window so low, or so enlarged, that the bar would fill a third of it. */
@media (min-height: 24rem) {
  .bar:has(.live) { position: sticky; inset-block-start: 0; }
  .has-sticky { scroll-padding-block-end: 4rem; }
}
:not(#found) > .folded { display: none !important; }
.unchanged { margin-block-start: 1.5rem; }
.unchanged .choices { font-size: 1rem; margin: 0; columns: 12rem; }
.more > summary { padding: 0.5rem; }
@media (min-width: 40rem) { .more > summary { display: none; } }
@media (max-width: 39.99rem) { .bar:has(.more[open]) { position: static !important; } }
@media (max-width: 25rem) {
  .field textarea { min-block-size: 2.75rem; font-size: 1.1rem; }
  .field textarea::placeholder { white-space: nowrap; }
}
.live > #count { flex: 1 1 100%; text-align: end; }
#count:has(button):not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.5rem; }
#count > span { flex: 1 1 100%; text-align: start; }
#found { margin-block-start: 0.5rem; }
#found:empty { display: none; }
:root:has(#count:not([hidden])) { overflow-anchor: none; }
@media print {
  .bar { display: none; }
  .rows .sample { display: block; }
}
`
