/** The style sheet for the bar above the list of all styles, with the field and the search. */
export const barStyles = `
/* The bar: field, tools, and the chips of the categories */
.bar {
  z-index: 1;
  margin: 0.5rem -0.5rem;
  padding: 0.4rem 0.5rem 0.25rem;
  background: var(--paper);
}
.bar .form { gap: 0.4rem 0.75rem; margin: 0; }
.form > p.field { position: relative; flex: 1 1 100%; min-inline-size: 0; max-inline-size: 100%; }
/* The clear button is on the right, where Arabic text begins. */
.field textarea { max-block-size: 8rem; padding-right: 3rem; }
.bar textarea, .bar input { margin: 0; line-height: 1.2; }
.bar input[type='search'] { font-size: 1rem; }
.clear {
  position: absolute;
  inset-block-start: 0;
  inset-inline-end: 0.15rem;
  inline-size: 2.75rem;
  color: var(--soft);
}
.tools {
  position: relative;
  display: flex;
  flex: 1 1 100%;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.4rem 0.75rem;
  min-inline-size: 0;
}
.tools .search { flex: 1 1 8rem; }
.bar .options { flex: none; max-inline-size: 100%; }
/* Keeps the room of what scripts put here; without a script the options appear after a while. */
@media (scripting: enabled) {
  .bar .form:not(.live) > .options { flex: 1 1 100%; animation: 0s 3s backwards options; }
}
@keyframes options {
  from { visibility: hidden; block-size: 2.75rem; overflow: hidden; }
}
.bar .live .options button { padding-inline: 0.75rem; }
/* A message takes the place of the tools, unless one of them has the focus. */
.bar .status { position: absolute; }
.bar .status:not(:empty, .unseen) {
  position: static;
  flex: 1 1 100%;
  min-block-size: 2.75rem;
  margin: 0;
  padding: 0.25rem 0;
  border: 0;
}
.bar .tools:has(.beside) { flex-wrap: wrap; }
.tools:has(.status:not(:empty, .unseen, .beside)) > :not(.status) { display: none; }
.jump {
  margin-block-start: 0.25rem;
  overflow-x: auto;
  scroll-padding-inline: 1rem 4rem;
  scrollbar-width: none;
  mask-image: linear-gradient(to right, #000 calc(100% - 3rem), transparent);
}
.jump .skip { margin: 0.25rem; }
.jump ul {
  display: flex;
  gap: 0.4rem;
  padding: 0.25rem 3rem 0.25rem 0.25rem;
  inline-size: max-content;
}
.jump li a {
  display: inline-block;
  padding: 0.25rem 0.7rem;
  border: 1px solid var(--line);
  border-radius: 1rem;
  font-size: 0.9rem;
  text-decoration: none;
}
.jump [aria-current] { border-color: var(--accent); }
/* Not in a window so low, or so enlarged, that the bar would fill a third of it. */
@media (min-height: 24rem) {
  .bar:has(.live) { position: sticky; inset-block-start: 0; }
  .has-sticky { scroll-padding-block-end: 4rem; }
}
:not(#found) > .folded { display: none !important; }
.unchanged { margin-block-start: 1.5rem; }
.unchanged ul { columns: 12rem; }
.unchanged a { display: inline-block; padding-block: 0.4rem; }
.more > summary { padding: 0.5rem; }
@media (max-width: 68.99rem) { .bar:has(.more[open]) { position: static !important; } }
@media (min-width: 40rem) {
  .bar .form > p.field { flex: 1 1 20rem; }
  .bar .tools, .bar .form:not(.live) > .options { flex: 1 1 16rem; }
}
@media (min-width: 100rem) { body:has(.bar) { max-inline-size: 98.5rem; } }
@media (min-width: 69rem) {
  main { padding-block-start: 0.5rem; }
  .head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1.5rem; }
  .bar .form { flex-wrap: nowrap; }
  .bar .live { flex-wrap: wrap; }
  .bar .tools { flex: 1 1 32rem; flex-wrap: nowrap; }
  .more > summary { display: none; }
  .bar .additions fieldset {
    position: absolute;
    inset-inline-end: 0;
    flex-direction: column;
    inline-size: max-content;
    padding: 0.75rem 1rem;
    border: 1px solid var(--ink);
    background: var(--paper);
  }
}
/* In a small window, the text and its styles have the room as soon as the visitor types. */
@media (pointer: coarse) and (max-width: 40rem) {
  .typed .head { position: absolute; clip-path: inset(50%); }
  .typed main { padding-block-start: 0; }
}
.typed.low {
  .top, .jump { display: none; }
  .head, #popular h2 { position: absolute; clip-path: inset(50%); }
  main { padding-block-start: 0; }
  .bar { margin-block: 0; }
  .rows li { padding-block: 0.1rem; }
  .rows a { line-height: 1.3rem; }
  .rows .sample { line-height: 1.3; }
}
@media (max-width: 25rem) { .field textarea { font-size: 1.1rem; } }
.live > #count { flex: 1 1 100%; text-align: end; }
#count:has(button):not([hidden]) { display: flex; flex-wrap: wrap; gap: 0.5rem; }
#count > span { flex: 1 1 100%; text-align: start; }
#found { margin-block-start: 0.5rem; }
#found:empty { display: none; }
:root:has(#count:not([hidden])) { overflow-anchor: none; }
`
