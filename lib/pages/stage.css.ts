/** The style sheet for the page of one style. */
export const stageStyles = `
/* The page of one style */
.trail, .neighbours { margin-block: 0.75rem; font-size: 0.9rem; }
.trail ol { margin: 0; padding: 0; }
.trail li { display: inline; }
.trail li + li::before { content: '› '; color: var(--soft); }
.trail a, .neighbours a { display: inline-block; padding-block: 0.25rem; }
.neighbours ul { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.25rem; }
.stage { display: grid; gap: 0 1rem; align-items: center; }
.stage h1 { grid-column: 1 / -1; }
.show { max-block-size: 45vh; overflow: auto; cursor: copy; }
.show, .specimen { margin-inline: -0.5rem; padding-inline: 0.5rem; }
.specimen {
  display: block;
  padding-block: 0.5em 0.4em;
  overflow: clip;
  font-size: clamp(1.8rem, 1.2rem + 3.2vw, 3.4rem);
  line-height: 1.4;
}
.specimen.long { font-size: clamp(1.35rem, 1.1rem + 1.2vw, 2rem); }
.specimen.marks { padding-block: 1em 0.75em; line-height: 2.8; }
/* Lines have at most 44 columns of 0.6 em: all of them fit. */
.show, .profile, .rows { container-type: inline-size; }
.specimen.lines {
  inline-size: max-content;
  font-size: min(1.35rem, 100cqi / 27);
  line-height: 1.2;
  white-space: pre;
}
.stage:has(.lines) ~ .profile p {
  max-block-size: 20rem;
  font: min(1rem, 100cqi / 27) / 1.2 var(--cells);
  white-space: pre;
}
/* No service has names of several lines. */
.stage:has(.lines) ~ .profile figcaption + p { display: none; }
.limits { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-block: 0.75rem; }
.profile {
  inline-size: min(20rem, 100%);
  margin: 1.5rem 0;
  padding: 0 1rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.4rem;
}
.profile figcaption { margin-block: 0.5rem 0.75rem; color: var(--soft); font-size: 0.9rem; }
.profile figcaption::after {
  content: '';
  display: block;
  inline-size: 4rem;
  block-size: 4rem;
  margin-block-start: 0.75rem;
  border-radius: 50%;
  background: var(--line);
}
.profile p { max-block-size: 7.5rem; margin: 0; overflow: hidden; white-space: pre-wrap; }
.profile figcaption + p { max-block-size: 3.6rem; font-size: 1.2rem; }
/* A long word must not widen the field. */
.pair > p { min-inline-size: 0; }
/* Room for the button that scripts add */
@media (scripting: enabled) {
  .stage { grid-template: auto minmax(3.5rem, auto) minmax(3.5rem, auto) / minmax(0, 1fr) 15.5rem; }
  .show { grid-row: 2 / span 2; }
  /* Sharing has its room from the start. */
  @media (pointer: coarse) {
    .stage { grid-template-columns: minmax(0, 1fr) 11.75rem 2.75rem; }
    .stage > .copy { grid-area: 2 / 2 / auto / -1; }
    .stage > .share { grid-area: 3 / 3; }
  }
}
.stage > button { padding-inline: 0.9rem; }
.stage [data-star]::before { content: '☆ '; }
.stage [aria-pressed='true']::before { content: '★ '; }
.stage > .copy { min-block-size: 2.75rem; background: var(--ink); color: var(--paper); }
.stage > .copy::after { background: var(--ink); color: var(--paper); }
@media (hover: hover) { .stage > .copy:hover { background: var(--accent); } }
.stage.copied { background: none; }
.stage.copied .show { background: var(--line); }
/* Each row decides about accents. */
@media (scripting: enabled) { .options p:has([name='accents']) { display: none; } }
@media (max-width: 40rem) {
  /* The buttons that scripts add have the room of the one that they replace. */
  .pair .options { gap: 0.4rem; }
  .pair .options > p {
    flex: 1 1 100%;
    flex-wrap: nowrap;
    margin: -0.3rem;
    padding: 0.3rem;
    overflow-x: auto;
    scrollbar-width: none;
  }
  .pair .options button { flex: none; padding-inline: 0.75rem; }
  @media (scripting: enabled) {
    .stage {
      grid-template-rows: auto auto minmax(4rem, auto);
      grid-template-columns: 1fr 1fr;
      column-gap: 0.75rem;
    }
    .show { grid-area: 2 / 1 / auto / -1; }
    @media (pointer: coarse) {
      .stage { grid-template-columns: 1fr 1fr 2.75rem; }
      .stage > .copy { grid-area: 3 / 1; }
    }
  }
}
`
