import { shareText } from '../../engine/text.ts'
import { startControls } from './controls.ts'
import { createCopy } from './copy.ts'
import type { Copied } from './copy.ts'
import { keepStar, readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createRow, keepPlain } from './row.ts'
import type { Row } from './row.ts'
import { roomOf } from './sample-kind.ts'
import type { Style, Styles } from './styles.ts'
import { measureText } from './text-lengths.ts'
import type { Input } from './updates.ts'

/** Brings the page of one style to life. */
export function startGenerator(styles: Styles): void {
  const style = known(styles, find('form.form').dataset['style'])
  const say = createSay()
  const copy = createCopy(say)
  const related = relatedRows(styles)
  const result = findResult()
  const show = ({ text, accents }: Input): void => {
    const output = text === '' ? '' : style.transform(text, accents)
    result.value = output
    result.className = `notranslate${roomOf(text, output)}`
    tellLengths(text === '' ? style.example() : output)
    keepPlain(text)
    const shared = text === '' ? undefined : shareText(text)
    for (const row of related) row.show(shared, accents)
  }
  const { form, update } = startControls(styles, show, say)
  const whole: Copied = {
    slug: style.slug,
    name: find('h1').textContent ?? '',
    text: () => result.value,
    select: () => result.select(),
  }
  const button = make('button', { type: 'button' }, words('copy-button'))
  button.addEventListener('click', () => copy(whole))
  form.append(make('p', { className: 'whole' }, button, ' ', createStar(style)))
  for (const row of related) addCopyButton(row, copy)
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
}

function known(styles: Styles, slug = ''): Style {
  const style = styles.get(slug)
  if (style === undefined) throw new Error(`no style ${slug}`)
  return style
}

/** The field of the result, which the server leaves out where there is none. */
function findResult(): HTMLTextAreaElement {
  const there = document.querySelector<HTMLTextAreaElement>('#result')
  if (there !== null) return there
  const { content } = find<HTMLTemplateElement>('#result-template')
  find('#text').closest('p')?.after(content.cloneNode(true))
  return find('#result')
}

/** The button that keeps the style among the visitor’s own: its name stays, its state changes. */
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
    return Array.from(rows, (row, place) => createRow(row, known(styles, slugs[place])))
  })
}

/** Counts what is shown, in the list of facts. */
function tellLengths(text: string): void {
  const { graphemes, codePoints, utf16Units, utf8Bytes } = measureText(text)
  const lines = [
    words('length-graphemes', { count: graphemes }),
    words('length-code-points', { count: codePoints }),
    words('length-utf16', { count: utf16Units }),
    words('length-utf8', { count: utf8Bytes }),
  ]
  for (const [place, item] of document.querySelectorAll('.lengths > li').entries()) {
    item.textContent = lines[place] ?? ''
  }
}
