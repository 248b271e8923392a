import { slugify } from '../../engine/slugify.ts'
import { onInput } from './input.ts'
import { find, language, loadFile, words } from './page.ts'
import type { Say } from './page.ts'
import type { Row } from './row.ts'

/** How long the visitor must not type before the number of found rows is said. */
const pauseMs = 700

/**
 * Makes the search live. It shows the rows whose name, slug, other names or category contain every
 * typed word, in any case and with any accents. Escape clears it, and Enter goes to the first
 * found row.
 */
export function startSearch(field: HTMLInputElement, rows: readonly Row[], say: Say): void {
  let known: readonly string[] | undefined
  const apply = (): void => {
    known ??= rows.map(wordsOf)
    const count = filter(rows, known, field.value)
    if (field.value.trim() === '') say('')
    else if (count === 0) say(words('search-none'))
    else say(words('search-count', { count }), { pauseMs })
  }
  // Other names are many, and few visitors search. After a failure the next focus tries again.
  const loadOtherNames = async (): Promise<void> => {
    field.removeEventListener('focus', loadOtherNames)
    try {
      const others: readonly string[] = JSON.parse(await loadFile(`words-${language}.json`))
      known = (known ?? rows.map(wordsOf)).map((own, index) => `${own} ${others[index]}`)
    } catch (error) {
      field.addEventListener('focus', loadOtherNames)
      throw error
    }
    if (field.value !== '') apply()
  }
  field.addEventListener('focus', loadOtherNames)
  onInput(field, apply)
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (isComposing || field.value === '') return
    if (key === 'Escape') {
      field.value = ''
      apply()
    } else if (key === 'Enter') {
      apply()
      rows.find(({ element }) => !element.hidden)?.element.querySelector('a')?.focus()
    }
  })
}

function wordsOf({ element, name, slug }: Row): string {
  const category = find('h2', element.closest('section') ?? document).textContent ?? ''
  return `${slugify(name)} ${slug} ${slugify(category)}`
}

/** Hides the other rows, and sections without any row; returns the number of found rows. */
function filter(rows: readonly Row[], known: readonly string[], asked: string): number {
  // Most names are in the singular.
  const singular = slugify(asked).replace(/(?<=[a-z]{3})s\b/g, '')
  const terms = singular.split('-').filter((term) => term !== '')
  const isAsked = asked.trim() !== ''
  let count = 0
  for (const [index, { element }] of rows.entries()) {
    const words = known[index] ?? ''
    const isFound = !isAsked || (terms.length > 0 && terms.every((term) => words.includes(term)))
    element.hidden = !isFound
    if (isFound) count++
  }
  for (const section of document.querySelectorAll<HTMLElement>('#styles > section')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
    const link = document.querySelector(`.jump a[href="#${section.querySelector('h2')?.id}"]`)
    link?.parentElement?.toggleAttribute('hidden', section.hidden)
  }
  return count
}
