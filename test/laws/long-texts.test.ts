import { test } from 'node:test'
import { lookedAt } from '../support/laws.ts'
import { someOf } from '../support/rounds.ts'

/** More than what a call takes as arguments, or a recursion goes down. */
const length = 150_000

const everySign = Array.from({ length: 0x30000 }, (_, code) => String.fromCodePoint(code)).join('')

/** Texts that are long in each unit: signs, words, lines, letters of a word, marks of a letter. */
const texts: readonly string[] = [
  ...[everySign, 'ab '.repeat(length), 'HELLO\n'.repeat(length), `${'b'.repeat(length)}a`],
  ...[`a${'\u0301'.repeat(length)}b`, 'a'.repeat(length), '65 '.repeat(length)],
]

// The package takes a text of any length.
test('styles take texts of any length', () => {
  for (const [at, { transform, data }] of someOf(lookedAt, 40).entries()) {
    const own = data.notations.map((one) => `${one} `.repeat(length / one.length))
    const all = [...texts, ...own]
    transform(all[at % all.length] ?? '', 'en')
  }
})
