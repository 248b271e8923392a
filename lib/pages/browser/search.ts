import { createRanking } from '../../engine/search/search.ts'
import type { Found, Rank, SearchWords } from '../../engine/search/search.ts'
import { createHint } from './hint.ts'
import type { Hints } from './hint.ts'
import { onInput } from './input.ts'
import { find, language, loadFile, make, words } from './page.ts'
import type { Say } from './page.ts'
import { boxesLast } from './row.ts'
import type { Row } from './row.ts'
import type { Styles } from './styles.ts'
import { doInSlices } from './updates.ts'

/** What the search knows of the styles, without their operations. */
interface LoadedWords extends SearchWords {
  readonly names: readonly string[]
  readonly hints: Hints
}

/** How long the visitor must not type before the number of found rows is announced. */
const pauseMs = 700

/**
 * Makes the search live. Instead of the categories it shows the found rows, the best first, and
 * their number below the field. Until the other names have arrived, it finds names with the typed
 * text. Escape clears it, and Enter goes to the first row.
 */
export function startSearch(
  field: HTMLInputElement,
  rows: readonly Row[],
  styles: Styles,
  say: Say,
): void {
  const list = make('ul', { id: 'found', className: 'rows' })
  list.setAttribute('aria-labelledby', 'count')
  const count = make('p', { id: 'count', hidden: true })
  // A message during typing would interrupt what a screen reader says of the typed text.
  const announced = make('p', { id: 'announced', className: 'aside', role: 'status' })
  field.form?.append(count, announced)
  find('.bar').after(list)
  const homes = new Map(rows.map((row) => [row, row.element.parentElement]))
  // Those that are not shown are retired, and the last.
  const listed = rows.filter(({ element }) => element.parentElement?.hidden !== true)
  let rank: Rank = (asked) => findNames(listed, asked)
  let hint: (asked: string) => HTMLElement | undefined = () => undefined
  const clear = make('button', { type: 'button', className: 'quiet-button' }, words('search-clear'))
  clear.addEventListener('click', () => search(''))
  let timer: number | undefined
  let isWaiting = true

  /** Shows what is found, after the rows that were `shown` before and stay where they are. */
  const apply = (shown: readonly Row[] = []): void => {
    const asked = field.value
    const isAsked = asked.trim() !== ''
    const { styles: indexes, isUnknown } = isAsked ? rank(asked) : { styles: [], isUnknown: true }
    if (isAsked && isUnknown && isWaiting) return
    const all = indexes.flatMap((index) => rows[index] ?? [])
    // Where nothing is found, the popular ones are said to be first.
    const kept = isUnknown ? [] : shown.filter((row) => all.includes(row))
    const others = all.filter((row) => !kept.includes(row))
    const found = [...kept, ...boxesLast(others)]
    list.replaceChildren(...found.map(({ element }) => element))
    if (!isAsked) for (const row of boxesLast(rows)) homes.get(row)?.append(row.element)
    const lists = document.querySelectorAll<HTMLElement>('.jump, #styles, main > section')
    for (const other of lists) other.hidden = isAsked
    count.hidden = !isAsked
    clearTimeout(timer)
    announced.textContent = ''
    if (!isAsked) return
    if (isUnknown) count.replaceChildren(make('span', {}, words('search-none')), clear)
    else count.textContent = words('search-count', { count: found.length })
    const told = count.firstChild?.textContent ?? ''
    const hinted = hint(asked)
    if (hinted !== undefined) count.prepend(hinted, ' ')
    const message = hinted === undefined ? told : `${hinted.textContent} ${told}`
    timer = setTimeout(() => (announced.textContent = message), isUnknown ? 0 : pauseMs)
    for (const one of [list.firstElementChild, field]) one?.scrollIntoView({ block: 'nearest' })
  }
  const search = (asked: string): void => {
    field.value = asked
    apply()
    field.focus()
  }
  // After a failure the next visit to the field tries again.
  const load = async (): Promise<void> => {
    field.removeEventListener('focus', load)
    try {
      const [json] = await Promise.all([
        loadFile(`words-${language}.json`),
        styles.loadRows(),
      ])
      const data: LoadedWords = JSON.parse(json)
      const operations = new Map([...styles.all.values()].map((style) => {
        return [style.slug, style.readsBack ? undefined : style.operations]
      }))
      const ranking = createRanking({
        ...data,
        names: data.names.map((names) => () => names),
        operations,
      })
      // In slices, between which the visitor can type.
      await doInSlices(ranking.calls, (call) => call())
      rank = ranking.rank
      hint = createHint(data, say)
    } catch (error) {
      field.addEventListener('focus', load)
      throw error
    } finally {
      isWaiting = false
    }
    const focused = document.activeElement
    if (field.value !== '') {
      apply(rows.filter(({ element }) => element.parentElement === list))
    }
    // A row that moves would lose the focus.
    if (focused instanceof HTMLElement) focused.focus()
    performance.mark('ranked')
  }
  if (field.value !== '') apply()
  void load()
  // The next frame is too late for a message that is due.
  field.addEventListener('input', () => clearTimeout(timer))
  onInput(field, () => apply())
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (isComposing || field.value === '') return
    if (key === 'Escape') search('')
    else if (key === 'Enter') {
      apply()
      list.querySelector('a')?.focus()
    }
  })
}

/** Finds the rows whose name contains a text. */
function findNames(rows: readonly Row[], asked: string): Found {
  const isFound = ({ name }: Row): boolean => name.toLowerCase().includes(asked.toLowerCase())
  const styles = rows.flatMap((row, index) => (isFound(row) ? [index] : []))
  return { styles, isUnknown: styles.length === 0 }
}
