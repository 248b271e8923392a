import { toNfc } from './normal-form.ts'

/** A letter → its text; `undefined` where it stays as it is. */
export type TextOf = (letter: string) => string | undefined

/**
 * What i, ı, I and İ become in Turkish, whose pairs of cases are i/İ and ı/I, where that is not
 * what they become elsewhere; `undefined` is a letter that stays as it is. `whole` is the mapping,
 * `named` what it is without the letters that take the text of their other case.
 *
 * Where a style makes one of i and ı, or of İ and I, the dotted one gets its dot back: two words
 * that differ there alone (sıkıldım, sikildim) never become one. A mapping that `folds` accents by
 * name does just that, and keeps to it. An ı that is only `spelled` as the small i of a style stays
 * as it is: a second dot on that i would hardly be seen.
 */
export function turkishLetters(
  whole: TextOf,
  named: TextOf,
  { caseFallback = false, folds = false, spelled = false },
): ReadonlyMap<string, string | undefined> {
  const hide = (textOf: TextOf): TextOf =>
    spelled ? (letter) => (letter === 'ı' ? undefined : textOf(letter)) : textOf
  const texts = caseFallback ? byCase(hide(named)) : byLetter(hide(whole))
  if (!folds) {
    keepApart(texts, 'İ', 'I')
    if (caseFallback && named('i') === undefined) texts.set('i', texts.get('İ'))
    keepApart(texts, 'i', 'ı')
    if (caseFallback && named('İ') === undefined) texts.set('İ', texts.get('i'))
  }
  return new Map([...texts].filter(([letter, text]) => text !== whole(letter)))
}

type Texts = Map<string, string | undefined>

function byLetter(whole: TextOf): Texts {
  return new Map([...'iıIİ'].map((letter) => [letter, whole(letter)]))
}

function byCase(named: TextOf): Texts {
  const dotted = named('İ') ?? named('i')
  const dotless = named('ı') ?? named('I')
  return new Map([
    ['i', named('i') ?? dotted],
    ['ı', dotless],
    ['I', named('I') ?? dotless],
    ['İ', dotted],
  ])
}

function keepApart(texts: Texts, dotted: string, dotless: string): void {
  const text = texts.get(dotted) ?? dotted
  if (text === (texts.get(dotless) ?? dotless)) texts.set(dotted, toNfc(`${text}\u0307`))
}
