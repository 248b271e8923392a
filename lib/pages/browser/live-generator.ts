import { startControls } from './controls.ts'
import { keepStar, readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createCopy, createRow, createUpdates } from './row.ts'
import type { Input, Row } from './row.ts'
import { measureText, roomOf } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'

/** Makes the page of one style live. */
export async function startGenerator(styles: Styles): Promise<void> {
  const style = getStyle(styles, find('form.form').dataset['style'])
  if (!style.isLoaded()) await styles.load()
  const say = createSay()
  const copy = createCopy(say)
  const related = relatedRows(styles)
  const showRelated = createUpdates(() => related, () => true, styles)
  const result = findResult()
  const show = ({ text, accents }: Input): void => {
    const output = text === '' ? '' : style.transform(text, accents)
    result.value = output
    result.className = `notranslate${roomOf(text, output)}`
    showLengths(text === '' ? style.example() : output)
    showRelated({ text, accents })
  }
  const { form, update } = startControls(styles, show, say)
  const source = {
    slug: style.slug,
    name: find('h1').textContent ?? '',
    text: () => result.value,
    select: () => result.select(),
  }
  const button = make('button', { type: 'button' }, words('copy-button'))
  button.addEventListener('click', () => copy(source))
  form.append(make('p', {}, button, ' ', createStar(style)))
  for (const row of related) addCopyButton(row, copy)
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
}

function getStyle(styles: Styles, slug = ''): Style {
  const style = styles.all.get(slug)
  if (style === undefined) throw new Error(`no style ${slug}`)
  return style
}

/** Finds the field of the result, or adds it: the page of a style without a text has none. */
function findResult(): HTMLTextAreaElement {
  if (document.querySelector('#result') === null) {
    const { content } = find<HTMLTemplateElement>('#result-template')
    find('#text').closest('p')?.after(content.cloneNode(true))
  }
  return find('#result')
}

/** Creates the button that keeps the style; its name stays the same, and its state changes. */
function createStar({ slug }: Style): HTMLButtonElement {
  const star = make('button', { type: 'button', className: 'quiet-button' }, words('star-button'))
  star.ariaPressed = String(readKept().starred.includes(slug))
  star.addEventListener('click', () => {
    const isStarred = star.ariaPressed !== 'true'
    keepStar(slug, isStarred)
    star.ariaPressed = String(isStarred)
  })
  return star
}

function relatedRows(styles: Styles): readonly Row[] {
  const lists = document.querySelectorAll<HTMLElement>('.rows[data-styles]')
  return [...lists].flatMap((list) => {
    const slugs = (list.dataset['styles'] ?? '').split(' ')
    const rows = list.querySelectorAll<HTMLElement>(':scope > li')
    return Array.from(rows, (row, index) => createRow(row, getStyle(styles, slugs[index])))
  })
}

/** Shows the lengths of the result in the list of facts. */
function showLengths(text: string): void {
  const items = document.querySelectorAll('.lengths > li')
  for (const [index, [key, count]] of measureText(text).entries()) {
    const item = items[index]
    if (item !== undefined) item.textContent = words(key, { count })
  }
}
