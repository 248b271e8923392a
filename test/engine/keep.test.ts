import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findRuns, hideRuns, keepKinds } from '../../lib/engine/keep.ts'
import type { KeepKind } from '../../lib/engine/keep.ts'

/** Texts in which the runs are between ⟦ and ⟧. */
const rows: Readonly<Record<KeepKind, readonly string[]>> = {
  links: [
    'See ⟦https://example.com/A?b=C#d⟧, ⟦HTTP://x.y⟧. (⟦ftp://x/y⟧)',
    '⟦https://en.wikipedia.org/wiki/Rust_(language)⟧; [a link](⟦https://a.b/c⟧)',
    '[⟦https://a.b/c⟧](⟦https://d.e⟧) `⟦https://a.b⟧` ⟦https://a.b/c[1]=2⟧',
    '“⟦https://ejemplo.es/ñandú⟧” *⟦https://a.b/c/⟧* ⟦www.example.com⟧! ⟦mailto://x⟧',
    'write to ⟦ana.b+c@mail.example.co.uk⟧. or ⟦example.com/launch⟧ or ⟦t.me/ana⟧',
    'example.com, and/or, 1/2, e.g./i.e., no: a@b, @ana, file.txt/x, https://',
  ],
  names: [
    'Hi ⟦@ana⟧, ⟦@José_1⟧ and ⟦@me@mastodon.social⟧: (⟦@x.y⟧).',
    'a@b.com @ @@ana 5 @ 3 x@ana',
  ],
  tags: [
    '⟦#launch⟧ day, ⟦#Ñandú⟧! ⟦#2026goals⟧ ⟦#पुस्तक⟧',
    '#1 #2024 a#b &#39; ##x # x C#',
  ],
  fields: [
    'Dear {name}, ⟦{{ user.name }}⟧ ⟦${total}⟧ ⟦{0}⟧ ⟦<@1234>⟧ ⟦<:smile:12>⟧ ⟦:tada:⟧ ⟦%s⟧ ⟦%1$s⟧'
      .replace('{name}', '⟦{name}⟧'),
    '{not a field} 12:30:45 a:b: :1: 100%s 50% so %so {} x:tada: ::',
  ],
}

const bare = (row: string): string => row.replace(/[⟦⟧]/g, '')

function mark(text: string, kinds: readonly KeepKind[]): string {
  let marked = ''
  let end = 0
  for (const [from, to] of findRuns(text, kinds)) {
    marked += `${text.slice(end, from)}⟦${text.slice(from, to)}⟧`
    end = to
  }
  return marked + text.slice(end)
}

describe('runs that are kept', () => {
  for (const kind of keepKinds) {
    for (const row of rows[kind]) {
      test(`${kind}: ${row}`, () => assert.equal(mark(bare(row), [kind]), row))
    }
  }

  test('are none without a kind', () => {
    for (const row of Object.values(rows).flat()) assert.equal(hideRuns(bare(row), []), undefined)
  })

  test('are found right after those of another kind that are hidden', () => {
    for (const kind of keepKinds) {
      const run = { links: 'www.a.b', names: '@Ana', tags: '#Tag', fields: '%s' }[kind]
      for (const hidden of ['{x}', ':x:', '%s']) {
        const kept = hideRuns(`${hidden} ${hidden}`, ['fields'])?.text.replace(' ', run) ?? assert.fail()
        const found = findRuns(kept, [kind]).map(([from, to]) => kept.slice(from, to))
        assert.equal(found[0]?.startsWith(run), true, `${hidden}${run}`)
      }
    }
  })

  test('come back wherever they are, and as often, without marks on them', () => {
    const text = 'a https://a.b @x #y \ufffc\u{e0100}\u{e0100}\u{e0100} @x'
    const kept = hideRuns(text, keepKinds) ?? assert.fail()
    assert.equal(kept.show(kept.text), text)
    assert.equal(kept.lengthOf(kept.text), [...text].length)
    assert.equal(kept.neutral(kept.text).match(/\ufffc/g)?.length, 5)
    const [, link = '', name = ''] = kept.text.split(' ')
    assert.equal(kept.show(`${name}\u0332-${link}\u0332${name}`), '@x-https://a.b@x')
  })
})
