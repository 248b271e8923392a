import type { Mapping, MappingData } from './mapping.ts'
import { toNfc } from './normal-form.ts'

/**
 * What i, ı, I and İ become in Turkish, whose pairs of cases are i/İ and ı/I, where that is not what
 * they become elsewhere; `undefined` is a letter that stays as it is. `whole` is the mapping,
 * `named` what it is without the letters that take the text of their other case.
 *
 * Where a style makes one of i and ı, or of İ and I, the dotted one gets its dot back: two words
 * that differ there alone (sıkıldım, sikildim) never become one.
 */
export function turkishLetters(
  whole: Mapping,
  named: Mapping,
  { caseFallback, accents = 'none', complete }: Partial<MappingData>,
): ReadonlyMap<string, string | undefined> {
  const texts = caseFallback === true ? byCase(named) : byLetter(whole)
  if (accents !== 'none' || complete === true) {
    keepApart(texts, 'İ', 'I')
    if (caseFallback === true && !named.has('i')) texts.set('i', texts.get('İ'))
    keepApart(texts, 'i', 'ı')
  }
  return new Map([...texts].filter(([letter, text]) => text !== whole.get(letter)))
}

type Texts = Map<string, string | undefined>

function byLetter(mapping: Mapping): Texts {
  return new Map([...'iıIİ'].map((letter) => [letter, mapping.get(letter)]))
}

function byCase(named: Mapping): Texts {
  const dotted = named.get('İ') ?? named.get('i')
  const dotless = named.get('ı') ?? named.get('I')
  return new Map([
    ['i', named.get('i') ?? dotted],
    ['ı', dotless],
    ['I', named.get('I') ?? dotless],
    ['İ', dotted],
  ])
}

function keepApart(texts: Texts, dotted: string, dotless: string): void {
  const text = texts.get(dotted) ?? dotted
  if (text === (texts.get(dotless) ?? dotless)) texts.set(dotted, toNfc(`${text}\u0307`))
}
