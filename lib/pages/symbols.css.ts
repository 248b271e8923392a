/** The style sheet of the page of all signs, in addition to that of all pages. */
export const symbolStyles = `
.find { position: sticky; inset-block-start: 0; z-index: 1; max-inline-size: none; }
.find, .yours { margin-inline: -0.5rem; padding: 0.5rem; background: var(--paper); }
.find input { margin: 0; font-size: 1rem; }
:root { scroll-padding-block: 4.5rem; }
.taps { justify-content: start; max-inline-size: none; margin-block-end: 0.5rem; }
/* The text, at the lower edge of the window while signs are added to it */
.yours { display: none; position: sticky; inset-block-end: 0; gap: 0.5rem; }
main:has([value='add']:checked) .yours { display: flex; border-block-start: 1px solid var(--ink); }
.yours textarea { flex: 1; min-inline-size: 0; max-block-size: 6rem; margin: 0; }
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
.signs .blank::before { content: attr(title); font-size: 1rem; }
@media (hover: hover) { .signs button:hover span { border-color: var(--accent); } }
.signs .copied { position: relative; background: none; }
.signs .copied span { background: var(--line); }
.signs .copied::after {
  content: '✓';
  position: absolute;
  inset: 0.1rem 0.25rem auto auto;
  font-size: 0.9rem;
  line-height: 1;
}
/* Without its script there is nothing to search by. */
main:not(.live) > :is(.find, .taps) { visibility: hidden; }
#count { margin-block: 0.75rem; }
@media print { .find, .jump, .yours { display: none !important; } }
`
