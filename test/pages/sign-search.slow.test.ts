import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { createNamedSearch } from '../../lib/engine/search/named.ts'
import { slugify } from '../../lib/engine/spelling.ts'
import { readSymbols } from '../../lib/pages/symbols.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

/** Creates the search for signs of the list of styles. */
function searchIn(language: Language) {
  const texts = loadShipped().words.texts(language)
  const passed = ['signs', 'faint'].map((key) => texts.get(`search-${key}`))
  const all = readSymbols(language).flatMap(({ name, signs }) => {
    return signs.map(({ sign, names }) => ({ sign, names: [...names, name] }))
  })
  const names = all.map((one) => one.names)
  const find = createNamedSearch(names, passed.join(' '), texts.get('search-endings') ?? '')
  const passing = passed.join(' ').split(' ')
  return {
    all,
    find: (asked: string) => find(asked).map((index) => all[index]?.sign),
    wordsOf: (name: string) =>
      slugify(name).split('-').filter((word) => !passing.includes(word)).join(' '),
  }
}

describe('the search for signs', () => {
  const everyday: Readonly<Partial<Record<Language, string>>> = {
    en: 'heart hearts star flowers arrow music infinity check cross moon sun snowman skull bow ' +
      'butterfly cat sparkles diamond square circle lightning yin-yang copyright line dot sword',
    es: 'corazón corazones estrella flores flecha música infinito corona luna sol calavera ' +
      'mariposa gato cuadrado triángulo rayo línea punto espada avión',
    fr: 'cœur coeurs étoile fleur flèches musique infini couronne lune soleil flocon crâne ' +
      'papillon chat carré triangle éclair ligne point épée symbole-cœur',
    tr: 'kalp kalpler yıldız çiçek ok oklar müzik sonsuzluk taç ay güneş kelebek kedi kare üçgen ' +
      'şimşek çizgi nokta kılıç kalp-simgesi',
  }
  const others: Readonly<Partial<Record<Language, string>>> = {
    en: 'bold cursive letters graffiti-letters small-caps bubble glitch gothic nick old-english ' +
      'aesthetic wide underline blank-name morse black love-font tattoo',
    es: 'letras letras-de-graffiti cursiva letras-góticas nombre-invisible tachado blanco tatuaje',
    fr: 'lettres gras italique gothique lettres-graffiti barré écriture nom-invisible tatouage',
    tr: 'el-yazısı kalın harfler graffiti-harfler üstü-çizili görünmez-isim siyah havalı dövme',
  }

  for (const language of languages) {
    const { all, find, wordsOf } = searchIn(language)
    test(`finds everyday names, and nothing for styles: ${language}`, () => {
      const asked = (list: string) => list.split(' ').filter(Boolean).map((words) => words.replaceAll('-', ' '))
      const found = (list: string) => asked(list).filter((words) => find(words).length > 0)
      assert.deepEqual(found(everyday[language] ?? ''), asked(everyday[language] ?? ''))
      assert.deepEqual(found(others[language] ?? ''), [])
    })

    test(`finds each sign by its own name: ${language}`, () => {
      const missing = all.filter(({ sign, names: [name = ''] }) => {
        return /[\p{L}\d]/u.test(name) && !find(name).includes(sign)
      })
      assert.deepEqual(missing.map(({ names }) => names[0]), [])
    })

    // "fisheye" is also a form of "fish", and "star" of "stare".
    test(`finds first what has this name, not another form of it: ${language}`, () => {
      const others = [...new Set(all.flatMap(({ names }) => names))].filter((name) => {
        const [first] = find(name)
        const found = all.find(({ sign }) => sign === first)
        const words = wordsOf(name)
        return words !== '' && found?.names.every((one) => wordsOf(one) !== words)
      })
      assert.deepEqual(others, [])
    })
  }
})
