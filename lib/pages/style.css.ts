import { barStyles } from './bar.css.ts'
import { partStyles } from './parts.css.ts'
import { rowStyles } from './rows.css.ts'
import { stageStyles } from './stage.css.ts'

/** The colours of the background. */
export const paper = { light: '#fbfaf6', dark: '#161513' } as const

/**
 * The style sheet of all pages, which look like a type specimen on paper: the styles are the only
 * decoration. It selects elements where it can. Classes name parts of a page (`skip`, `top`,
 * `menu`, `bottom`, `lead`, `form`, `rows`, `sample`, `specimen`, `facts`, `quiet`) and samples
 * that need more room (`lines`, `marks`).
 */
const sources = `
:root {
  color-scheme: light dark;
  --paper: ${paper.light};
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
    --paper: ${paper.dark};
    --ink: #ece8df;
    --soft: #a8a195;
    --line: #33302b;
    --accent: #f0a878;
    --field: #1f1d1a;
  }
}

/* All elements */
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
main { padding-block: 0.75rem 4rem; }
h1, h2, p, ul, dl, dd { margin: 0; }
/* Safari only treats a list without markers as a list if the marker is an empty text. */
ul { padding: 0; list-style: ''; }
h1, h2 { font-weight: 650; line-height: 1.2; text-wrap: balance; }
h1 { font-size: clamp(1.4rem, 1.1rem + 1.6vw, 2.1rem); letter-spacing: -0.015em; }
/* Symbols in some fonts are higher than their line: headings lie above them. */
h2 { position: relative; margin-block: 3rem 0.75rem; font-size: 1.2rem; }
p, dd { max-inline-size: 42rem; text-wrap: pretty; }
p + p { margin-block-start: 0.75rem; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
@media (hover: hover) { a:hover { text-decoration-thickness: 2px; } }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.lead, .quiet { color: var(--soft); }
.lead { max-inline-size: 48rem; margin-block-start: 0.25rem; font-size: 1rem; }
.quiet { font-size: 0.9rem; }
.unseen, .skip:not(:focus) {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  padding: 0;
  border: 0;
  overflow: hidden;
  clip-path: inset(50%);
}
.skip { display: inline-block; margin-block-start: 0.5rem; padding: 0.35rem 0.5rem; }

/* The lines at the top and at the bottom */
.top, .bottom {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 2rem;
  padding-block: 0.25rem;
}
.top, .bottom, .category, .rows { margin-inline: -0.5rem; }
.top, .bottom, .category, .rows li { padding-inline: 0.5rem; }
.top { border-block-end: 1px solid var(--line); }
.bottom { border-block-start: 1px solid var(--line); }
.bottom ul { display: flex; flex-wrap: wrap; gap: 0 clamp(0.9rem, 4vw, 1.25rem); }
.top a, .top b, .bottom a, .bottom b { display: inline-block; padding-block: 0.35rem; }
.top a, .bottom a { color: inherit; text-decoration: none; }
@media (hover: hover) { .top a:hover, .bottom a:hover { text-decoration: underline; } }
.top b, .top .home { font-weight: 650; }
.menu { position: relative; }
.menu ul {
  position: absolute;
  inset-inline-end: 0;
  z-index: 3;
  inline-size: max-content;
  padding: 0.25rem 1rem;
  border: 1px solid var(--ink);
  background: var(--paper);
}

/* The form: a border of ink round the field that matters */
.form { display: flex; flex-wrap: wrap; gap: 0.75rem 1.5rem; margin-block: 1.5rem; }
.form > p { flex: 1 1 100%; max-inline-size: none; margin: 0; }
.form > .options { flex: 1 1 100%; }
.additions { position: relative; }
:is(.additions, .more):has([name='then']:checked) > summary::after { content: ' ✓'; }
.additions fieldset {
  display: flex;
  flex-wrap: wrap;
  gap: 0.6rem 1.5rem;
  margin: 0.35rem 0;
  padding: 0;
  border: 0;
}
.form label { font-weight: 650; }
.form label:has(> input), .options label { display: flex; gap: 0.6rem; font-weight: 400; }
textarea, input, button { font: inherit; color: inherit; }
textarea, input[type='search'] {
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
textarea { min-block-size: 5rem; max-block-size: 24rem; resize: vertical; field-sizing: content; }
textarea[rows] { min-block-size: 2.75rem; resize: none; line-height: 1.2; }
::placeholder { color: var(--soft); opacity: 1; }
textarea[rows]::placeholder { white-space: nowrap; }
input:is([type='checkbox'], [type='radio']) {
  flex: none;
  inline-size: 1.5rem;
  block-size: 1.5rem;
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
/* A touch screen keeps :hover where it was touched. */
@media (hover: hover) { button:hover { border-color: var(--accent); background: var(--accent); } }

${partStyles}
${stageStyles}
${rowStyles}
${barStyles}
@media (pointer: coarse) {
  .bottom a, .bottom b, .trail a, .neighbours a, main > ul:not([class]) a { padding-block: 0.6rem; }
  .jump li a { padding-block: 0.5rem; }
  main summary { padding-block: 0.6rem; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #444; --accent: #000; }
  .top, .bar, .form, .options, .kept, .status, .trail, .neighbours, .profile, .bottom,
  .rows button, .stage > button { display: none; }
  .show { max-block-size: none; }
  .rows li { break-inside: avoid; content-visibility: visible; }
  .rows .sample { display: block; }
  h2 { break-after: avoid; }
}
`

/** The style sheet of all pages, without comments and the blanks that mean nothing. */
export const styleSheet = sources
  .replace(/\/\*[^*]*\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{},;]) ?/g, '$1')
  .replace(/;}/g, '}')
  .replace(/([{;][\w-]+): /g, '$1:')
