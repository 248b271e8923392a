import { dataTable } from '../data-table.ts'
import type { CharacterRows } from '../facts/letters.ts'
import { html } from '../html.ts'
import type { Html } from '../html.ts'
import { markUnspoken } from '../sample.ts'
import type { PageTexts } from '../texts.ts'

/** More rows than these are folded. */
const mostUnfolded = 12

/**
 * The section with the table of what a style makes of characters; none where it changes none.
 * `apiLink` is where all of them are.
 */
export function characterSection(
  characters: CharacterRows,
  apiLink: string,
  texts: PageTexts,
): Html | undefined {
  const { text, html: say } = texts
  if (characters.rows.length === 0) return undefined
  const table = characterTable(characters, texts)
  const link = { link: html`<a href="${apiLink}">`, link_end: html`</a>` }
  return html`<h2>${text('characters-heading')}</h2>
${
    characters.rows.length <= mostUnfolded
      ? table
      : html`<details>
<summary>${text('characters-summary')}</summary>
${table}</details>\n`
  }${!characters.areAll && html`<p class="quiet">${say('characters-rest', link)}</p>\n`}`
}

function characterTable({ rows }: CharacterRows, { text }: PageTexts): Html {
  return dataTable(
    text('characters-caption'),
    [text('characters-input'), text('characters-output'), text('characters-points')],
    rows.map(([input, output]) => {
      // A space, or what is read with the letter before it alone, names no row.
      const name = unseen.test(input) ? pointsOf(input) : input
      return [name, markUnspoken(output), pointsOf(output)]
    }),
  )
}

/** Returns the code points of a text, such as `U+0061 U+0301`. */
function pointsOf(text: string): string {
  const numbers = Array.from(text, (point) => (point.codePointAt(0) ?? 0).toString(16))
  return numbers.map((number) => `U+${number.toUpperCase().padStart(4, '0')}`).join(' ')
}

const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\s]*$/u
