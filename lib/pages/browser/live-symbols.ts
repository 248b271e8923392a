import { startCarrying } from './carried.ts'
import { onInput } from './input.ts'
import { insert } from './insert.ts'
import { startMenu } from './menu.ts'
import { copyText, createSay, find, language, make, words } from './page.ts'

/** How long a sign shows that it has been copied or added. */
const doneMs = 2_000

/** How long the visitor must not type before the number of found signs is announced. */
const pauseMs = 700

const say = createSay()
const form = find<HTMLFormElement>('form.yours')
const field = find<HTMLTextAreaElement>('#text', form)
const search = find<HTMLInputElement>('#search')
start()

/** Makes the page of all signs live. */
function start(): void {
  const items = [...document.querySelectorAll<HTMLElement>('.signs > li')].map(makeLive)
  // What is typed here is new to the pages of styles.
  let added = '&keep=all'
  const kept = { inputs: [], fields: () => added, set: (one: string) => void (added = one) }
  const address = startCarrying(field, kept, () => {}, say)
  field.setSelectionRange(field.value.length, field.value.length)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    location.assign(address(form.action))
  })
  onInput(search, () => showFound(items))
  if (search.value !== '') showFound(items)
  startMenu()
  find('main').classList.add('live')
  for (const mark of ['live', 'shown', 'complete']) performance.mark(mark)
}

/** Makes a button of a sign; returns its element and the words that find it. */
function makeLive(element: HTMLElement) {
  const image = find('span', element)
  const { title, textContent, dataset } = image
  const sign = textContent ?? ''
  // The image names the button.
  const button = make('button', { type: 'button' }, image)
  button.addEventListener('click', async () => {
    const isAdded = find<HTMLInputElement>('[value=add]').checked
    const isDone = isAdded || (await copyText(sign))
    if (isAdded) insert(field, sign)
    if (isDone) {
      element.classList.add('copied')
      setTimeout(() => element.classList.remove('copied'), doneMs)
    } else getSelection()?.selectAllChildren(button)
    const key = isAdded ? 'symbols-added' : isDone ? 'copy-done' : 'copy-failed'
    say(words(key, { name: title }), { isOnlyHeard: isDone })
  })
  element.append(button)
  const group = element.closest('section')?.querySelector('h2')?.textContent
  return { element, known: fold(` ${sign} ${title} ${dataset['words'] ?? ''} ${group}`) }
}

/** Shows the signs that have a word for each one that is asked for. */
function showFound(items: ReadonlyArray<ReturnType<typeof makeLive>>): void {
  const asked = fold(search.value).split(/\s+/).filter(Boolean)
  for (const { element, known } of items) {
    element.hidden = !asked.every((word) => known.includes(` ${word}`))
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = section.querySelector('li:not([hidden])') === null
  }
  const count = find('#count')
  const found = items.filter(({ element }) => !element.hidden).length
  find('.jump').hidden = asked.length > 0
  count.hidden = asked.length === 0
  count.textContent = found === 0 ? words('symbols-none') : words('symbols-found', { count: found })
  if (asked.length > 0) say(count.textContent, { pauseMs, isOnlyHeard: true })
}

/** Returns words in small letters without accents. */
function fold(text: string): string {
  const small = text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(language)
  return small.replaceAll('ı', 'i').replaceAll('œ', 'oe')
}
