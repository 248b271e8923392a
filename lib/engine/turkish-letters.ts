import { toNfc } from './normal-form.ts'

/** Returns the text of a letter; `undefined` if it stays unchanged. */
export type TextOf = (letter: string) => string | undefined

/**
 * Returns what i, ı, I and İ become in Turkish if that differs from other languages: the pairs of
 * cases are i/İ and ı/I. `undefined` is a letter that stays unchanged. `whole` is the mapping, and
 * `named` the same without the letters that use the text of their other case.
 *
 * If a style writes i and ı, or İ and I, alike, the dotted one gets a dot above, so that two words
 * (sıkıldım, sikildim) never become the same. A mapping that `folds` accents by name has no such
 * dots. An ı that is only `spelled` as the small i of a style stays unchanged, because a second dot
 * on that i would hardly be visible.
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
