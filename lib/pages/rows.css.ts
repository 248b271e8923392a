/** The style sheet for lists of styles. */
export const rowStyles = `
/* A row: the styled text, its name beneath, and buttons beside them */
h2.category {
  margin-block: 2rem 0;
  padding-block-end: 0.4rem;
  border-block-end: 1px solid var(--line);
  color: var(--soft);
  font-size: 0.9rem;
}
#popular h2 { margin-block-start: 0.5rem; }
/* The line of the styles that the visitor keeps */
.kept:not(:has(li)), .typed.low .kept { display: none; }
.kept h2 { margin-block-start: 0.5rem; border: 0; }
.kept ul { display: flex; gap: 0.4rem; padding: 0.25rem; overflow-x: auto; scrollbar-width: none; }
.kept li { flex: none; max-inline-size: 14rem; }
.kept button { inline-size: 100%; padding-inline: 0.75rem; }
.kept .sample {
  display: block;
  max-block-size: 2em;
  overflow: hidden;
  font-size: 1.1rem;
  line-height: 1.5;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.rows li {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  align-content: start;
  align-items: start;
  gap: 0 0.5rem;
  padding-block: 0.35rem;
  border-block-end: 1px solid var(--line);
  content-visibility: auto;
  contain-intrinsic-block-size: auto 4.6rem;
}
/* Room for the buttons that scripts add */
@media (scripting: enabled) {
  .rows li { grid-template: minmax(2.2rem, auto) auto / minmax(0, 1fr) var(--copy); }
  @media (pointer: coarse) { .rows li { grid-template-rows: minmax(2.75rem, auto) auto; } }
  .rows:not(.examples) li { grid-template-columns: minmax(0, 1fr) var(--copy) 2.75rem; }
  /* In other fonts a button that is wider would take the room of the sample when it arrives. */
  .rows { --copy: minmax(5.5rem, auto); }
  .rows:lang(tr) { --copy: minmax(7rem, auto); }
}
h2:not(.category) + .rows { border-block-start: 1px solid var(--line); }
/* The name of the style, or of an example */
.rows a, .rows .name {
  grid-area: 2 / 1 / auto / -1;
  position: relative;
  justify-self: start;
  color: var(--soft);
  font-size: 0.85rem;
  line-height: 1.5rem;
  text-decoration: none;
}
@media (hover: hover) { .rows a:hover { color: var(--accent); text-decoration: underline; } }
.rows [data-note]::after { content: ' · ' attr(data-note); }
[data-blank] { outline: 1px dashed var(--soft); outline-offset: -2px; }
[data-blank]::after { content: attr(data-blank); color: var(--soft); font-size: 0.85rem; }
.rows .sample {
  display: -webkit-box;
  grid-area: 1 / 1;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  /* Slanted and swash letters are wider than their room, and marks are higher. */
  margin: -0.35rem -0.5rem -0.25rem;
  padding: 0.35rem 0.5rem 0.25rem;
  font-size: 1.5rem;
  line-height: 1.45;
}
/* A drawing that is cut off is better than one whose lines are broken. */
.rows .sample.lines {
  -webkit-line-clamp: 6;
  grid-column: 1 / -1;
  font-size: min(0.8rem, (100cqi - 1rem) / 27);
  line-height: 1.2;
  white-space: pre;
}
.rows li:has(.lines) > button { grid-row: 2; }
.rows .sample.marks { margin-block: 0; padding-block: 0.5em 0.3em; line-height: 2.8; }
.has-sticky .rows .sample { cursor: copy; }
.rows .copy {
  grid-area: 1 / 2;
  align-self: center;
  justify-self: end;
  padding-inline: 0.6rem;
  border-color: var(--line);
  line-height: 1.2;
}
@media (hover: hover) { .rows li:hover .copy { border-color: var(--accent); } }
.star {
  grid-area: 1 / 3;
  align-self: center;
  min-block-size: 2.15rem;
  font-size: 1.25rem;
  line-height: 1;
  color: var(--soft);
}
@media (pointer: coarse) { .star { min-block-size: 2.75rem; } }
.star, .clear, .share { padding: 0; border-color: transparent; background: transparent; }
/* The variation selector asks for a letter rather than a picture. */
.star::after { content: '☆\\fe0e'; }
.star[aria-pressed='true']::after { content: '★\\fe0e'; }
.share::after { content: '↗\\fe0e'; }
.clear::after { content: '✕'; }
.star[aria-pressed='true'] { border-color: var(--accent); color: var(--accent); }
.copied { background: var(--line); }
/* What the button says afterwards has its room from the start, and then covers the word. */
.copy { position: relative; }
.copy::before, .copy::after { content: '✓ ' attr(data-done); }
.copy::before { display: block; block-size: 0; overflow: hidden; }
.copy::after {
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  border-radius: inherit;
  background: var(--line);
  color: var(--ink);
  visibility: hidden;
}
.copied > .copy::after { visibility: visible; }
.share { min-inline-size: 2.75rem; color: var(--ink); font-size: 1.25rem; line-height: 1; }
/* Beneath the star: neither covers the name, and nothing moves. */
@media (pointer: coarse) {
  .rows a, .rows .name { grid-column-end: -2; }
  .rows .share { grid-area: 2 / -2; min-block-size: 2.35rem; margin-block: -0.5rem -0.35rem; }
  .rows li:has(.share) .star { align-self: start; min-block-size: 2.25rem; }
}
@media (min-width: 69rem) {
  .bar ~ * .rows, .bar ~ .rows { display: grid; grid-template-columns: 1fr 1fr; gap: 0 2rem; }
}
@media (min-width: 100rem) {
  .bar ~ * .rows, .bar ~ .rows { grid-template-columns: 1fr 1fr 1fr; }
}
@media (max-width: 25rem) {
  .rows { --copy: minmax(4.5rem, auto); }
  .rows:lang(tr) { --copy: minmax(5.75rem, auto); }
  .rows li { column-gap: 0.25rem; }
  .rows .sample { font-size: 1.3rem; }
  .rows .copy { padding-inline: 0.3rem; }
  .rows .copy { font-size: 0.9rem; }
  .rows [data-note] {
    max-inline-size: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
}
`
