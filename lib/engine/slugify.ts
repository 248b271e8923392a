/**
 * Returns the words of a text as an address has them: lower-case ASCII letters and digits, each word parted
 * from the next by a hyphen, such as `coeur-barre-d-un-trait` of “Cœur barré d’un trait”. Accents
 * go; a letter that is written with two in ASCII has both.
 */
export function slugify(text: string): string {
  const letters = text.toLowerCase()
  const ascii = /[^\0-\x7f]/.test(letters) ? withoutAccents(letters) : letters
  return ascii.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function withoutAccents(letters: string): string {
  return letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ıœæßøł]/g, (letter) => inAscii[letter] ?? letter)
}

/** Letters that no accent makes of an ASCII letter. */
const inAscii: Readonly<Record<string, string>> = {
  ı: 'i',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
}
