import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { compileTransform } from '../../lib/engine/style.ts'
import { ageOf } from '../support/ages.ts'
import { generators, lookedAt, siblings } from '../support/laws.ts'

const alphabets = [[...'abcdefghijklmnopqrstuvwxyz'], [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']]
const digits = [...'0123456789']
const asked = new Set(lookedAt.map(({ slug }) => slug))

describe('two generators', () => {
  test('differ in at least 9 of 26 small letters or capitals, or in another operation', () => {
    const kinds = generators.map((generator) => ({
      slug: generator.slug,
      more: moreThanLetters(generator),
      alphabets: lettersOf(generator),
    }))
    const tooClose: string[] = []
    const isAsked = (one: { readonly slug: string }): boolean => asked.has(one.slug)
    kinds.forEach((one, index) => {
      for (const other of kinds.slice(index + 1)) {
        if (!isAsked(one) && !isAsked(other)) continue
        if (one.more !== other.more || !areClose(one.alphabets, other.alphabets)) continue
        const found = `${one.slug} and ${other.slug} differ in too few letters`
        tooClose.push(`${found}; change the characters of 9, or keep one of the two`)
      }
    })
    assert.deepEqual(tooClose, [])
  })

  test('have different positions in the list', () => {
    const owners = new Map<string, string>()
    const faults: string[] = []
    for (const { slug, data } of generators) {
      const place = `${data.category} ${data.position}`
      const owner = owners.get(place)
      owners.set(place, slug)
      if (owner === undefined || !(asked.has(slug) || asked.has(owner))) continue
      faults.push(`${slug}: position ${data.position} is that of ${owner}; use a free one`)
    }
    assert.deepEqual(faults, [])
  })
})

type Texts = readonly string[]

/** Returns whether fewer than nine letters differ, and not because one style avoids newer ones. */
function areClose(one: readonly Texts[], other: readonly Texts[]): boolean {
  const places = one.map((texts, index) => differing(texts, other[index] ?? []))
  if (places.some(({ length }) => length >= 9)) return false
  const isForOthers = places.map((places, index) =>
    places.map((place) => isNewer(one[index]?.[place]) !== isNewer(other[index]?.[place])),
  )
  return !isForOthers.flat().some(Boolean) || isForOthers.flat().includes(false)
}

function differing(texts: Texts, others: Texts): number[] {
  return [...texts.keys()].filter((place) => texts[place] !== others[place])
}

/** Returns whether a text needs a later version than Unicode 5.0 (2006), which all fonts know. */
function isNewer(text = ''): boolean {
  return Number.parseFloat(ageOf(text)) > 5
}

/**
 * Returns what four of each letter become, in NFC: a map and marks may give the same. If no letter
 * changes, returns what digits become.
 */
function lettersOf({ slug, data }: TextGenerator): Texts[] {
  const operations = data.operations.filter(({ effect }) => isOfLetters(effect))
  const transform = compileTransform(slug, operations, siblings)
  const textsOf = (letters: Texts): Texts =>
    letters.map((letter) => transform(letter.repeat(4), 'en').normalize('NFC'))
  const texts = alphabets.map(textsOf)
  const unchanged = alphabets.flat().map((letter) => letter.repeat(4))
  return texts.flat().join() === unchanged.join() ? [textsOf(digits)] : texts
}

function moreThanLetters({ data }: TextGenerator): string {
  const others = data.operations.filter(({ effect }) => !isOfLetters(effect))
  return JSON.stringify(others.map((operation) => operation.published('en', 'styled')))
}

function isOfLetters(effect: string): boolean {
  return effect === 'replaces' || effect === 'marks'
}
