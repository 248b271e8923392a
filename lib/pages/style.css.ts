/**
 * The style sheet of all pages: a type specimen on paper. The styles are the decoration; the page
 * has none of its own. It goes by elements where it can; the classes that it knows are the names of
 * parts: `skip`, `top`, `languages`, `lead`, `form`, `jump`, `rows`, `sample`, `specimen`, `facts`,
 * `choices`, `text`, `quiet`; and of samples that need another room: `lines`, `marks`.
 */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf6;
  --ink: #1c1a17;
  --soft: #655f55;
  --line: #e3dfd5;
  --accent: #9a3412;
  --field: #fff;
  --letters: system-ui, 'Noto Sans', 'Noto Sans Math', 'Noto Sans Symbols 2',
    'Segoe UI Symbol', 'Apple Symbols', sans-serif;
  --cells: ui-monospace, 'Noto Sans Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161513;
    --ink: #ece8df;
    --soft: #a8a195;
    --line: #33302b;
    --accent: #f0a878;
    --field: #1f1d1a;
  }
}

/* What holds everywhere */
*, ::before, ::after { box-sizing: border-box; }
html {
  scroll-padding-block-start: 1.25rem;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
body {
  max-inline-size: 66.5rem;
  margin: 0 auto;
  padding-inline: 1.25rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.5 var(--letters);
  overflow-wrap: anywhere;
}
main { padding-block: 2rem 4rem; }
h1, h2, h3, p, ul, dl, dd { margin: 0; }
/* Safari takes a list without markers for none, unless they are empty. */
ul { padding: 0; list-style: ''; }
h1, h2, h3 { font-weight: 650; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.3rem + 1.6vw, 2.1rem); letter-spacing: -0.015em; }
h2 { margin-block: 3rem 0.75rem; font-size: 1.2rem; }
h3 { margin-block: 2rem 0.5rem; font-size: 1rem; }
p, dd, .text li { max-inline-size: 42rem; }
p + p { margin-block-start: 0.75rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lead, .quiet { color: var(--soft); }
.lead { margin-block-start: 0.6rem; font-size: 1.1rem; }
.quiet { font-size: 0.9rem; }
.skip:not(:focus) { position: absolute; inline-size: 1px; block-size: 1px; clip-path: inset(50%); }
.skip { display: inline-block; margin-block-start: 0.5rem; padding: 0.35rem 0.5rem; }

/* The line at the top */
.top {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 2rem;
  padding-block: 0.75rem;
}
.top, .category, .rows li { margin-inline: -0.5rem; padding-inline: 0.5rem; }
.top { border-block-end: 1px solid var(--line); }
.top ul { display: flex; flex-wrap: wrap; gap: 0 clamp(0.9rem, 4vw, 1.25rem); }
.top a, .top b { display: inline-block; padding-block: 0.35rem; }
.top a { color: inherit; text-decoration: none; }
.top a:hover { text-decoration: underline; }
.top b, .top .home { font-weight: 650; }
.languages a { color: var(--soft); }

/* The form: a border of ink round the field that matters */
.form {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: 0.75rem 1.5rem;
  margin-block: 1.5rem;
}
.form > p { grid-column: 1 / -1; max-inline-size: none; margin: 0; }
.form label { font-weight: 650; }
.form label:has(> input) { display: flex; gap: 0.6rem; font-weight: 400; }
textarea, input, button { font: inherit; color: inherit; }
textarea, input[type='text'], input[type='search'] {
  display: block;
  inline-size: 100%;
  min-block-size: 2.75rem;
  margin-block-start: 0.35rem;
  padding: 0.6rem 0.8rem;
  border: 1.5px solid var(--ink);
  border-radius: 0.4rem;
  background: var(--field);
  font-size: 1.35rem;
  line-height: 1.5;
}
textarea { min-block-size: 6.5rem; max-block-size: 24rem; resize: vertical; field-sizing: content; }
textarea[readonly] { border-color: var(--soft); background: transparent; }
input[type='checkbox'] {
  inline-size: 1.5rem;
  block-size: 1.5rem;
  flex: none;
  margin: 0;
  accent-color: var(--accent);
}
button {
  min-block-size: 2.75rem;
  padding: 0.4rem 1.25rem;
  border: 1.5px solid var(--ink);
  border-radius: 0.4rem;
  background: var(--ink);
  color: var(--paper);
  font-weight: 650;
  cursor: pointer;
}
button:hover { border-color: var(--accent); background: var(--accent); }

@media (min-width: 40rem) {
  .form { grid-template-columns: minmax(0, 1fr) auto; }
  .form > p:has(input[type='checkbox']) { grid-column: 1; align-self: center; }
  .form > p:has(button) { grid-column: 2; justify-self: end; }
  .form.pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .form.pair > p:has(textarea) { display: grid; grid-template-rows: auto 1fr; align-self: stretch; }
  .form.pair:has(#result) > p:has(#text) { grid-column: 1; }
  .form.pair > p:has(#result) { grid-column: 2; }
}

/* The jump list */
.jump { margin-block-start: 1.5rem; }
.jump ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.jump a { display: inline-block; padding-block: 0.3rem; }

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
textarea.lines { font-size: 1rem; line-height: 1.2; white-space: pre; }
.marks, textarea.marks { line-height: 2.8; }
.specimen {
  padding-block: 0.75em 0.55em;
  overflow: clip;
  font-size: clamp(1.8rem, 1.2rem + 3.2vw, 3.4rem);
  line-height: 1.4;
}
p:has(> .specimen) { max-inline-size: none; }
.specimen, .rows .sample { display: block; }
.rows .marks { padding-block: 0.5em 0.3em; overflow: clip; }
.specimen.marks { padding-block: 1em 0.75em; line-height: 2.8; }
.specimen.lines { font-size: 1.35rem; line-height: 1.2; }
@media (max-width: 40rem) {
  .rows li { grid-template-columns: minmax(0, 1fr); padding-block: 0.45rem 0.6rem; }
  .rows a { justify-self: start; font-size: 0.9rem; line-height: 1.5rem; }
}

.choices { margin-block-start: 1.5rem; font-size: 1.35rem; }
.choices a { display: inline-block; padding-block: 0.4rem; }
main > ul:not([class]) > li { padding-block: 0.15rem; }

/* Facts, tables and code */
.facts { display: grid; grid-template-columns: minmax(7rem, 12rem) 1fr; }
.facts dt, .facts dd { padding-block: 0.55rem; border-block-end: 1px solid var(--line); }
.facts dt { padding-inline-end: 1.5rem; color: var(--soft); }
.facts dd { max-inline-size: none; }
@media (max-width: 40rem) {
  .facts { grid-template-columns: 1fr; }
  .facts dt { padding-block-end: 0; border: 0; font-size: 0.9rem; }
  .facts dd { padding-block-start: 0; }
}
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

@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --accent: #000; }
  .top, .form, .jump { display: none; }
  .rows li { break-inside: avoid; content-visibility: visible; }
  h2 { break-after: avoid; }
}
`
