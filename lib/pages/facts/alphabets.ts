import type { Language } from '../../catalogue/locale.ts'

/** The letters of each language that are not among A to Z, small ones before capitals. */
export const specialLetters: Readonly<Record<Language, readonly string[]>> = {
  en: [],
  es: [...'áéíóúüñÁÉÍÓÚÜÑ'],
  fr: [...'àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ'],
  tr: [...'çğıöşüÇĞİÖŞÜ'],
}

/** The groups of characters that every language has, by what they are called together. */
export const commonGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ['a–z', [...'abcdefghijklmnopqrstuvwxyz']],
  ['A–Z', [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']],
  ['0–9', [...'0123456789']],
])

/** Every letter and digit of a language. */
export function alphabetOf(language: Language): readonly string[] {
  return [...commonGroups.values()].flat().concat(specialLetters[language])
}
