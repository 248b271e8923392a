import type { Language } from '../../lib/catalogue/locale.ts'

/** An ending of a word, and what replaces it in another form. */
type Rule = readonly [ending: RegExp, replacement: string]

/**
 * The other forms of nouns and adjectives in a language: a word has the forms of the first rules
 * that fit, one of each list. A new locale needs none.
 */
const rules: Readonly<Partial<Record<Language, ReadonlyArray<readonly Rule[]>>>> = {
  en: [
    [[/(?<=[^aeiou])y$/, 'ies'], [/(?<=s|x|z|ch|sh)$/, 'es'], [/$/, 's']],
    [[/$/, '’s']],
  ],
  es: [
    [[/s$/, ''], [/(?<=[aeiouáéó])$/, 's'], [/z$/, 'ces'], [/ón$/, 'ones'], [/(?<=[lrnd])$/, 'es']],
    [[/o$/, 'a'], [/os$/, 'as']],
  ],
  fr: [
    [[/(?<=[sxz])$/, ''], [/al$/, 'aux'], [/$/, 's']],
    [
      [/eux$/, 'euse'], [/if$/, 'ive'], [/er$/, 'ère'], [/(?<=[ei]l|[eo]n)$/, '$&e'],
      [/(?<=[éiutdn])$/, 'e'],
    ],
  ],
  tr: [
    [[/(?<=[ei öü][^aeıioöuü]*)$/, 'ler'], [/$/, 'lar']],
    [
      [/(?<=[eiİ][^aeıioöuü]+)$/, 'i'], [/(?<=[öü][^aeıioöuü]+)$/, 'ü'],
      [/(?<=[aı][^aeıioöuü]+)$/, 'ı'], [/(?<=[ou][^aeıioöuü]+)$/, 'u'],
      [/(?<=[ei])$/, 'si'], [/(?<=[öü])$/, 'sü'], [/(?<=[aı])$/, 'sı'], [/(?<=[ou])$/, 'su'],
    ],
    [
      [/(?<=[ei][^aeıioöuü]*)$/, 'li'], [/(?<=[öü][^aeıioöuü]*)$/, 'lü'],
      [/(?<=[aı][^aeıioöuü]*)$/, 'lı'], [/(?<=[ou][^aeıioöuü]*)$/, 'lu'],
    ],
  ],
}

/** Returns other forms of a word: feminine, plural and possessive. */
export function formsOf(word: string, language: Language): readonly string[] {
  const forms = (rules[language] ?? []).map((list) => {
    const rule = list.find(([ending]) => ending.test(word))
    return rule === undefined ? word : word.replace(...rule)
  })
  return [...new Set(forms)].filter((form) => form !== word)
}

/** Returns a word of at least three letters with one typing error, which the index chooses. */
export function mistype(word: string, index: number): string {
  const at = 1 + (index % (word.length - 2))
  const [before, letter, next, after] = [
    word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2),
  ]
  const kinds = [
    `${next}${after}`, `${next}${letter}${after}`, `w${next}${after}`,
    `${letter}${letter}${next}${after}`,
  ]
  return before + (kinds[Math.floor(index / word.length) % kinds.length] ?? '')
}
