/**
 * Returns the words of a text as an address has them: lower-case ASCII letters and digits, with a
 * hyphen between words, such as `coeur-barre-d-un-trait` for “Cœur barré d’un trait”. Accents are
 * dropped. A letter that is written with two in ASCII becomes both.
 */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıœæßøł]/g, (letter) => inAscii[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Letters that do not become ASCII without their accent. */
const inAscii: Readonly<Record<string, string>> = {
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
}
