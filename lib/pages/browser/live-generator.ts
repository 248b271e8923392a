import { createAdditions, withAdditions } from './additions.ts'
import { startControls } from './controls.ts'
import { createSay, find, words } from './page.ts'
import { addCopyButton, createCopy, createRow } from './row.ts'
import type { Input } from './row.ts'
import { createStar } from './stars.ts'
import { limitsOf, measureText } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'
import { createUpdates, listedRows } from './updates.ts'

/** Makes the page of one style live. */
export async function startGenerator(styles: Styles): Promise<void> {
  const style = getStyle(styles, find('form.form').dataset['style'])
  if (!style.isLoaded()) await styles.load()
  const say = createSay()
  const copy = createCopy(say)
  const additions = createAdditions(find<HTMLFormElement>('form.form'))
  const stage = createRow(find('.stage'), withAdditions(style, styles, additions))
  const related = listedRows(styles)
  const showRelated = createUpdates(() => related, styles)
  let timer: number | undefined
  const show = (input: Input): void => {
    const { text, accents } = input
    stage.show(text === '' ? undefined : text, accents)
    showResult(stage.text() ?? '')
    clearTimeout(timer)
    // Most often a text that was typed elsewhere, and that a decoder cannot read
    if (stage.isUnchanged()) timer = setTimeout(say, 1000, words('unchanged-result'))
    showRelated(input)
  }
  const { update } = startControls(styles, additions, show, say)
  for (const row of [stage, ...related]) addCopyButton(row, copy)
  find('.show').addEventListener('click', () => {
    // A part that the visitor selects stays selected.
    if (getSelection()?.isCollapsed !== false) void copy(stage)
  })
  const star = createStar(style, say)
  star.textContent = words('star-button')
  stage.element.append(star)
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
}

function getStyle(styles: Styles, slug = ''): Style {
  const style = styles.all.get(slug)
  if (style === undefined) throw new Error(`no style ${slug}`)
  return style
}

function describeLimit({ key, count, most, isPassed }: ReturnType<typeof limitsOf>[number]) {
  return words(key, { count, most }) + (isPassed ? ` – ${words('limit-passed')}` : '')
}

/** Shows the lengths of the result, and the result in the profile. */
function showResult(text: string): void {
  const write = (selector: string, texts: readonly string[]): void => {
    document.querySelectorAll(selector).forEach((element, index) => {
      element.textContent = texts[index] ?? ''
    })
  }
  write('.limits > li', limitsOf(text).map(describeLimit))
  write('.lengths > li', measureText(text).map(([key, count]) => words(key, { count })))
  write('.profile bdi', [text, text])
}
