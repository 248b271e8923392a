import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slugify } from '../../lib/engine/slugify.ts'

describe('slugify', () => {
  const rows: Array<[text: string, address: string]> = [
    ['Barré d’un trait ondulé', 'barre-d-un-trait-ondule'],
    ['Ñandú, ¿sí?', 'nandu-si'],
    ['Çığır: ŞEKİLLİ ışık', 'cigir-sekilli-isik'],
    ['Cœur, Œuf, æ, ß, Ø, ł', 'coeur-oeuf-ae-ss-o-l'],
    ['e\u0301\u0302 𝐛 — A1Z26', 'e-a1z26'],
    ['--', ''],
    ['', ''],
  ]
  for (const [text, address] of rows) {
    test(`of ${JSON.stringify(text)} is ${JSON.stringify(address)}`, () => {
      assert.equal(slugify(text), address)
      assert.equal(slugify(address), address)
    })
  }
})
