/**
 * The style sheet of all pages: a type specimen on paper. The styles are the decoration; the page
 * has none of its own. It goes by elements where it can; the classes that it knows are the names of
 * parts: `top`, `languages`, `lead`, `form`, `jump`, `rows`, `sample`, `lines`, `specimen`,
 * `facts`, `text`, `quiet`.
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
h1, h2, h3, p, ul, ol, dl, dd, pre, table, fieldset { margin: 0; }
ul, ol { padding: 0; list-style: none; }
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
.skip { display: inline-block; padding: 0.35rem 0.5rem; }

/* The line at the top, and the one at the bottom */
.top, footer {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 2rem;
  padding-block: 0.75rem;
}
.top, footer, .category, .rows li { margin-inline: -0.5rem; padding-inline: 0.5rem; }
.top { border-block-end: 1px solid var(--line); }
footer { border-block-start: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }
.top ul, footer ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.top a, .top b, footer a { display: inline-block; padding-block: 0.35rem; }
.top a { color: inherit; text-decoration: none; }
.top a:hover { text-decoration: underline; }
.top b, .top .home { font-weight: 650; }
.languages a { color: var(--soft); }

/* The form: a border of ink round the field that matters */
.form { display: grid; gap: 0.75rem 1.5rem; margin-block: 1.5rem; }
.form label, .form legend { padding: 0; font-weight: 650; }
.form fieldset label { font-weight: 400; }
.form p { max-inline-size: none; }
textarea, input, select, button { font: inherit; color: inherit; }
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
textarea { min-block-size: 6.5rem; max-block-size: 70vh; resize: vertical; field-sizing: content; }
textarea[readonly] { border-color: var(--soft); background: transparent; }
input[type='checkbox'], input[type='radio'] {
  inline-size: 1.5rem;
  block-size: 1.5rem;
  margin: 0 0.35rem 0 0;
  accent-color: var(--accent);
  vertical-align: -0.35rem;
}
fieldset { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding: 0; border: 0; }
button, select {
  min-block-size: 2.75rem;
  padding: 0.4rem 1.25rem;
  border: 1.5px solid var(--ink);
  border-radius: 0.4rem;
  background: var(--field);
}
button { justify-self: start; background: var(--ink); color: var(--paper); font-weight: 650; }
button:hover { border-color: var(--accent); background: var(--accent); }
@media (min-width: 48rem) {
  .form.pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .form.pair > div { display: grid; grid-template-rows: auto 1fr; }
  .form.pair > .whole { grid-column: 1 / -1; }
}

/* The jump list */
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
.rows a { padding-block: 0.15rem; color: var(--soft); text-decoration: none; }
.rows a:hover { color: var(--accent); text-decoration: underline; }
.sample { font-size: 1.35rem; line-height: 1.6; white-space: pre-wrap; unicode-bidi: isolate; }
.lines { font-family: var(--cells); line-height: 1.2; }
.specimen {
  padding-block: 0.9em;
  overflow: clip;
  font-size: clamp(1.8rem, 1.2rem + 3.2vw, 3.4rem);
  line-height: 1.4;
}
.specimen.lines { font-size: 1.35rem; line-height: 1.2; }
@media (max-width: 40rem) {
  .rows li { grid-template-columns: minmax(0, 1fr); padding-block: 0.45rem 0.6rem; }
  .rows a { justify-self: start; font-size: 0.9rem; line-height: 1.5rem; }
}

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
table { inline-size: 100%; max-inline-size: 42rem; border-collapse: collapse; text-align: start; }
caption { padding-block-end: 0.5rem; color: var(--soft); text-align: start; }
th, td {
  padding: 0.45rem 1rem 0.45rem 0;
  border-block-end: 1px solid var(--line);
  text-align: start;
  vertical-align: baseline;
}
thead th { color: var(--soft); font-size: 0.9rem; font-weight: 400; }
tbody th { font-weight: 400; }
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
  .top, .form, .jump, footer { display: none; }
  .rows li { break-inside: avoid; content-visibility: visible; }
  h2 { break-after: avoid; }
}
`
