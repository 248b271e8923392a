import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Rank, SearchData } from '../../lib/engine/search/search.ts'
import { living } from '../../lib/catalogue/foreign-words.ts'
import { kin, shapes } from '../../lib/catalogue/search-signs.ts'
import { slugify } from '../../lib/engine/spelling.ts'
import { readyRank } from '../support/shared-catalogue.ts'

const words = {
  operations: new Map(),
  first: [],
  skipped: 'letter text with',
  faint: 'app',
  tasks: 'decode crack to-text to-normal, remove take-off to-normal',
  endings: 's es a os',
  foreign: [],
  living,
  kin,
  shapes,
}

/** Returns the names of the styles that a query finds, the best first. */
function found(asked: string, styles: readonly string[]): ReadonlyArray<string | undefined> {
  return ranking(styles)(asked).styles.map((index) => nameOf(styles[index]))
}

/** Creates the search in these styles and others. */
function ranking(names: readonly string[], more: Partial<SearchData> = {}): Rank {
  return rankOf([...names, ...others], more)
}

function rankOf(names: readonly string[], more: Partial<SearchData>): Rank {
  return readyRank({ ...words, ...more, names: names.map((lists) => () => lists) })
}

/** In a catalogue of few styles, no word would be rare. */
const others = Array.from({ length: 60 }, (_, index) => style(`Nothing of this ${index}`))

function nameOf(style = ''): string | undefined {
  return style.split(',')[0]
}

/** A style with a name, aliases, other names and a category. */
function style(name: string, aliases: readonly string[] = [], category = 'Others'): string {
  return [[name], aliases, [], [category]].map((list) => list.map(slugify).join(' ')).join()
}

describe('a search', () => {
  const rows: ReadonlyArray<readonly [title: string, asked: string, order: readonly string[]]> = [
    ['puts a whole name first', 'bold', [style('Bold'), style('Thin', ['bold']), style('Bold b')]],
    ['puts a name that matches but for filler words before other matches', 'bold', [
      style('Letters with bold'), style('Bold serif'), style('Thin', ['bold serif']),
    ]],
    ['orders by list: name, alias, category', 'bold', [
      style('Bold one'), style('Two', ['bold two']), style('Three', [], 'Bold three'),
    ]],
    ['puts shorter names first', 'bold', [style('Bold one'), style('Bold one two')]],
    ['puts words before their beginnings', 'bold', [style('A bold b'), style('Bolder')]],
    ['finds the words in any order', 'serif bold', [style('Bold serif')]],
    ['finds words in different lists', 'bold thick', [style('Bold serif', ['thick'])]],
    ['finds names that are typed as one word', 'smallcap', [style('Small caps')]],
    ['finds words that are typed as two', 'strike through', [style('Strikethrough')]],
    ['ignores case and accents', 'GÓTICA', [style('Gotica')]],
    ['ignores endings in query and name', 'corazones', [style('Corazon'), style('Corazona rota')]],
    ['ignores filler words', 'bold text', [style('Bold')]],
    ['corrects a replaced letter', 'cursite', [style('Cursive')]],
    ['corrects a missing letter', 'cursve', [style('Cursive')]],
    ['corrects swapped letters', 'cusrive', [style('Cursive')]],
    ['corrects the first letter', 'xursive', [style('Cursive')]],
    ['corrects whole names', 'bodl serfi', [style('Bold serif')]],
    ['puts the longer name first, beside an app', 'app bold with text', [
      style('Other', ['bold with text']), style('Bold'),
    ]],
    ['puts styles with rare words first if none has all words', 'bold one heart', [
      style('Bold heart'), style('One bold one'), style('One bold one b'),
    ]],
    ['finds what does a task if nothing else is known', 'crack qwxzkj', [
      style('Two', ['decode']), style('One b', ['decode bold']),
    ]],
    ['puts a whole name before what is asked', 'take off bold', [
      style('Take off bold'), style('Two', ['remove']),
    ]],
    ['takes a word that no style has for a filler', 'bold qwxzkj serif', [
      style('Bold serif'), style('Bold serif two'),
    ]],
    ['finds styles with half of the words', 'bold arabic', [style('Bold one'), style('Bold one b')]],
  ]
  for (const [title, asked, order] of rows) {
    test(title, () => {
      const expected = order.map(nameOf)
      assert.deepEqual(found(asked, order), expected)
      assert.deepEqual(found(asked, order.toReversed()), expected)
    })
  }

  const misses: ReadonlyArray<readonly [title: string, asked: string, names: string]> = [
    ['four letters within a word', 'thro', style('Strikethrough')],
    ['part of a word', 'throu', style('Strikethrough')],
    ['a wrong letter among four', 'bild', style('Bold')],
    ['two wrong letters among seven', 'kursife', style('Cursive')],
    ['the end of a word, if another word begins with it', 'grave', style('Engrave')],
  ]
  for (const [title, asked, missed] of misses) {
    test(`does not find ${title}`, () => {
      const { styles, isUnknown } = ranking([missed, style('Gravestone')])(asked)
      assert.ok(isUnknown || !styles.includes(0), `${asked}: ${styles}`)
    })
  }

  test('puts styles first that do what is asked, by one word or two', () => {
    const styles = [style('Bold one'), style('Two', ['decode bold'])]
    for (const asked of ['crack bold', 'bold to text', 'bold to normal']) {
      assert.equal(found(asked, styles)[0], 'two', asked)
    }
  })

  test('does not undo anything where a style reads what was asked for', () => {
    const styles = [style('Two', ['decode bold']), style('Three', ['remove'])]
    assert.deepEqual(found('bold to normal', styles), ['two'])
  })

  test('finds a style with small letters and capitals before one with either', () => {
    const operations = new Map([['both', '𝐀𝐚'], ['one', '𝐚★☆']])
    const rank = rankOf([style('Both'), style('One')], { operations })
    assert.deepEqual(rank('𝐛𝐜').styles, [0, 1])
  })

  test('finds for a sign the styles with it, then with signs like it, then with its word', () => {
    const names = [style('Hearts'), style('Warm'), style('Cold')]
    const operations = new Map(Object.entries({ hearts: {}, warm: ['❤'], cold: ['♡'] }))
    const search = ranking(names, { operations })
    const foundFor = (sign: string) => search(sign).styles.map((index) => nameOf(names[index]))
    assert.deepEqual(foundFor('♡'), ['cold', 'warm', 'hearts'])
    assert.deepEqual(foundFor('❤'), ['warm', 'cold', 'hearts'])
  })

  test('finds only the words with the fewest typing errors', () => {
    assert.deepEqual(found('fullvidth', [style('Fulwidth'), style('Fullwidth')]), ['fullwidth'])
  })

  test('finds everything for filler words, in the usual order', () => {
    const styles = [style('One'), style('Bold letters'), style('Two')]
    assert.deepEqual(found('letter', styles).slice(0, 3), ['one', 'bold-letters', 'two'])
    assert.deepEqual(found(' ', styles), [])
  })

  test('finds all styles for words that nothing has, in the usual order', () => {
    const rank = ranking([style('Bold'), style('Serif')], { first: [1] })
    assert.deepEqual(rank('qwxzkj'), { styles: [1, 0, ...others.map((_, at) => at + 2)], isUnknown: true })
  })

  test('finds all styles after those of a faint word', () => {
    const { styles, isUnknown } = ranking([style('Bold'), style('Serif', ['app'])])('nice app')
    assert.deepEqual([styles.slice(0, 2), styles.length, isUnknown], [[1, 0], 62, false])
  })

  test('lets no odd style with one of the words outweigh the one that is named', () => {
    const named = Array.from({ length: 12 }, (_, index) => style(`Bold ${index}`))
    const { styles } = ranking([style('Bold'), ...named, style('Fairy account')])('account bold')
    assert.ok(styles.slice(0, 2).includes(0), String(styles))
  })

  test('ignores all but the first words of a long text', () => {
    const [one, other] = [style('Bold'), style('Serif')]
    assert.deepEqual(found(`${'bold '.repeat(20)}serif`, [one, other]), ['bold'])
  })
})
