import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { actions } from '../../lib/api/actions.ts'
import { parameters, readParameters } from '../../lib/api/parameters.ts'
import type { ParameterName } from '../../lib/api/parameters.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { readForm } from '../support/forms.ts'

// What V8 takes for a text in addition to its units, and for a reference.
const [bytesOfText, bytesOfOther] = [24, 8]

describe('the values of a request', () => {
  const room = 2 ** 17
  const fillings = ['a', ',', '+', 'a,', ',,,,,,a', 'aaa,', 'abcdefghijklmnopq,', '%F0%9F%98%80', '%C3%A9,', 'é']
  const names: ParameterName[] = [...new Set([...actions.values()].flatMap((one) => one.parameters))]

  /** Reads a parameter with a value as long as a body, in one field or in many. */
  const read = (name: ParameterName, filling: string, separator: string): object | undefined => {
    const count = Math.floor(room / (filling.length + separator.length))
    const body = `${name}=${Array(count).fill(filling).join(separator)}`
    try {
      return readParameters(readForm('', Buffer.from(body, 'latin1')), [name], [], () => '')
    } catch (error) {
      assert.ok(error instanceof ApiError)
      return undefined
    }
  }
  const cases = fillings.flatMap((filling) => {
    return names.flatMap((name) => ['', `&${name}=`, `&${name}[]=`].map((by) => [name, filling, by] as const))
  })

  test('are few bytes for every parameter but text', () => {
    assert.deepEqual(names.toSorted(), Object.keys(parameters).toSorted())
    for (const [name, filling, separator] of cases) {
      const most = name === 'text' ? 2 * room + 100 : 5_000
      const bytes = countHeldBytes(read(name, filling, separator) ?? {})
      assert.ok(bytes <= most, `${name}: ${bytes} bytes of ${filling} with "${separator}"`)
    }
  })

  test('hold no more memory than is counted', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const readHeap = (): number => {
      collect()
      return process.memoryUsage().heapUsed
    }
    for (const [name, filling, separator] of cases) {
      const held: unknown[] = []
      const before = readHeap()
      let counted = 0
      for (let times = 0; times < 10; times++) {
        const values = read(name, filling, separator) ?? {}
        counted += countHeldBytes(values)
        held.push(values)
      }
      const grown = readHeap() - before
      // V8 keeps the text that a regular expression has seen last, but not that of each request.
      const most = 2 * counted + 3 * room
      assert.ok(grown < most, `${name}: ${grown} bytes of ${filling}, ${counted} counted`)
      held.length = 0
    }
  })
})

/** Returns how many bytes of memory the values of a request take, approximately. */
function countHeldBytes(values: object): number {
  const all: unknown[] = Object.values(values).flat()
  return all.reduce((sum: number, value) => {
    return sum + (typeof value === 'string' ? bytesOfText + 2 * value.length : bytesOfOther)
  }, 0)
}
