/** The style sheet of the page of all signs, in addition to that of all pages. */
export const symbolStyles = `
.find { position: sticky; inset-block-start: 0; z-index: 1; max-inline-size: none; }
.find, .yours { margin-inline: -0.5rem; padding: 0.5rem; background: var(--paper); }
.find input { margin: 0; font-size: 1rem; }
:root { scroll-padding-block: 4.5rem; }
.taps { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; max-inline-size: none; }
.taps label { display: flex; gap: 0.5rem; align-items: center; min-block-size: 2.25rem; }
.taps input { inline-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
/* The text, at the lower edge of the window while signs are added to it */
.yours { display: none; position: sticky; inset-block-end: 0; gap: 0.5rem; }
main:has([value='add']:checked) .yours { display: flex; border-block-start: 1px solid var(--ink); }
.yours textarea { flex: 1; min-inline-size: 0; min-block-size: 2.75rem; max-block-size: 6rem; }
.yours textarea { margin: 0; padding-block: 0.4rem; resize: none; }
.yours textarea::placeholder { white-space: nowrap; }
@media (scripting: none) { .find, .taps { display: none; } }
.signs { display: flex; flex-wrap: wrap; gap: 0.4rem; padding-block: 0.75rem; }
.signs > li { max-inline-size: 100%; }
.signs button { max-inline-size: 100%; padding: 0; border: 0; background: none; }
.signs span {
  display: block;
  min-inline-size: 3.25rem;
  max-inline-size: 100%;
  min-block-size: 3.25rem;
  padding: 0.4rem 0.6rem;
  border: 1px solid var(--line);
  border-radius: 0.4rem;
  background: var(--field);
  color: var(--ink);
  font-size: 1.5rem;
  font-weight: 400;
  line-height: 1.6;
  text-align: center;
}
.signs > li > span { user-select: all; }
.signs button:hover span { border-color: var(--accent); background: var(--line); }
.signs .done button span {
  border-color: var(--accent);
  background: var(--accent);
  color: var(--paper);
}
#count { margin-block: 0.75rem; }
@media print { .find, .taps, .jump, .yours { display: none !important; } }
`
