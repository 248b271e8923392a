import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRanking, findSimilar } from '../../lib/engine/ranking.ts'
import { slugify } from '../../lib/engine/spelling.ts'
import { finish } from '../../lib/engine/steps.ts'
import { unlikely } from '../../lib/engine/weighing.ts'

const words = {
  operations: new Map(),
  skipped: 'letter text with',
  faint: 'app',
  same: 'below under, tiny little',
  tasks: 'decode crack to-text to-normal, remove take-off to-normal',
  endings: 's es a os',
}

/** Returns the names of the styles that a query finds, the best first. */
function found(asked: string, styles: readonly string[]): ReadonlyArray<string | undefined> {
  const rank = finish(createRanking({ ...words, names: styles }))
  return rank(asked).map(({ style }) => nameOf(styles[style]))
}

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
    ['corrects a word without its ending', 'deviders', [style('Divider')]],
    ['corrects swapped letters', 'cusrive', [style('Cursive')]],
    ['corrects the first letter', 'xursive', [style('Cursive')]],
    ['corrects whole names', 'bodl serfi', [style('Bold serif')]],
    ['corrects what is hardly a form of another word', 'cortes', [style('Corta'), style('Cortex')]],
    ['puts the longer name first, beside an app', 'app bold with text', [
      style('Other', ['bold with text']), style('Bold'),
    ]],
    ['finds five letters within a word', 'throu', [style('Strikethrough')]],
    ['puts styles with rare words first if none has all words', 'bold one heart', [
      style('Bold heart'), style('One bold one'), style('One bold one b'),
    ]],
    ['finds words that mean the same after the word itself', 'bold under', [
      style('Bold under'), style('Bold below'),
    ]],
    ['puts styles first that do what is asked', 'crack bold one', [
      style('Two', ['decode bold']), style('Bold one'),
    ]],
    ['understands a task of two words', 'bold to text', [
      style('Two', ['decode bold']), style('Bold one'),
    ]],
    ['puts what undoes anything first if nothing else does what is asked', 'take off bold', [
      style('Two', ['remove']), style('Bold one'),
    ]],
    ['reads back what a style reads where a task means this or that', 'bold to normal', [
      style('Two', ['decode bold']), style('Bold one'),
    ]],
    ['finds what does a task if nothing else is known', 'crack qwxzkj', [
      style('Two', ['decode']), style('One b', ['decode bold']),
    ]],
    ['puts a whole name before what is asked', 'take off bold', [
      style('Take off bold'), style('Two', ['remove']),
    ]],
    ['puts names without a telling word behind the others', 'app with bold arabic', [
      style('Bold one'), style('App with'),
    ]],
    ['takes a word that no style has for a filler', 'bold qwxzkj serif', [
      style('Bold serif'), style('Bold serif two'),
    ]],
    ['finds styles with half of the words', 'bold arabic', [style('Bold one'), style('Bold one b')]],
  ]
  for (const [title, asked, order] of rows) {
    test(title, () => {
      const others = [style('Nothing of this'), style('Quite another')]
      const expected = order.map(nameOf)
      assert.deepEqual(found(asked, [...others, ...order]), expected)
      const reversed = found(asked, [...order.toReversed(), ...others])
      assert.deepEqual(reversed, expected)
    })
  }

  const misses: ReadonlyArray<readonly [title: string, asked: string, names: string]> = [
    ['four letters within a word', 'thro', style('Strikethrough')],
    ['a wrong letter among four', 'bild', style('Bold')],
    ['two wrong letters among seven', 'kursife', style('Cursive')],
    ['the end of a word, if another word begins with it', 'grave', style('Engrave')],
    ['a style with one of seven words', 'bold arabic hebrew thai lao khmer tibetan', style('Bold')],
    ['anything for a query without letters', '★', style('Bold')],
  ]
  for (const [title, asked, missed] of misses) {
    test(`does not find ${title}`, () => {
      assert.deepEqual(found(asked, [missed, style('Gravestone')]).includes(nameOf(missed)), false)
    })
  }

  test('does not undo anything where a style reads what was asked for', () => {
    const styles = [style('Two', ['decode bold']), style('Three', ['remove'])]
    assert.deepEqual(found('bold to normal', styles), ['two'])
  })

  test('takes a word that is only like others for a name, beside signs', () => {
    const operations = new Map([['mafia', 'x'], ['stars', '★']])
    const names = [style('Mafia'), style('Stars')]
    const rank = finish(createRanking({ ...words, operations, names }))
    assert.deepEqual(rank('★ maria').map(({ style }) => style), [1])
  })

  test('finds a style with small letters and capitals before one with either', () => {
    const operations = new Map([['both', '𝐀𝐚'], ['one', '𝐚★☆']])
    const rank = finish(createRanking({ ...words, operations, names: [style('Both'), style('One')] }))
    assert.deepEqual(rank('𝐛𝐜').map(({ style }) => style), [0, 1])
  })

  test('does not correct words such as app', () => {
    const rank = finish(createRanking({ ...words, faint: 'menos', names: [style('Monos')] }))
    assert.deepEqual(rank('menos'), [])
  })

  test('finds only the words with the fewest typing errors', () => {
    assert.deepEqual(found('fullvidth', [style('Fulwidth'), style('Fullwidth')]), ['fullwidth'])
  })

  test('finds everything for filler words, in the usual order', () => {
    const styles = [style('One'), style('Bold letters'), style('Two')]
    assert.deepEqual(found('letter', styles), ['one', 'bold-letters', 'two'])
    assert.deepEqual(found(' ', styles), [])
  })

  test('rates a style as unlikely if it lacks a word of the query', () => {
    const rank = finish(createRanking({ ...words, names: [style('Bold serif')] }))
    const isLikely = (asked: string): boolean => rank(asked).every(({ cost }) => cost < unlikely)
    const likely = ['bold', 'bodl serfi', 'bold sans', 'text'].filter(isLikely)
    assert.deepEqual(likely, ['bold', 'bodl serfi'])
  })

  test('ignores all but the first words of a long text', () => {
    const [one, other] = [style('Bold'), style('Serif')]
    assert.deepEqual(found(`${'bold '.repeat(20)}serif`, [one, other]), ['bold'])
  })
})

describe('findSimilar', () => {
  test('returns the names with the most pairs of letters in common, each once', () => {
    const names = ['Bold serif', 'Gothic', 'Bold', 'Emoji']
    assert.deepEqual(findSimilar('bolt', names, 3), [2, 0, 1])
    assert.deepEqual(findSimilar('★', names, 2), [0, 1])
    assert.deepEqual(findSimilar('a', [], 3), [])
  })
})
