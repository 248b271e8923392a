import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parseObject, toObject } from '../support/answers.ts'
import { send } from '../support/client.ts'
import { resultIn, textsIn } from '../support/html-text.ts'
import { call, get, newClient } from '../support/requests.ts'
import { startForSuite } from '../support/suite.ts'

const run = promisify(execFile)
const skip = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed'

/** Texts that a shell, curl or a form could misinterpret. */
const texts = [
  'Hello',
  `it's "$HOME" \`id\` $(id) \\ ; & | > < ~ * ? ! # {a,b}`,
  '@/etc/hostname',
  '=@+%41&slug=script',
  'two\nlines',
  'a\tb',
  'İyi ığdır ñandú 👩‍🚀 🇹🇷',
  "''''",
  '-d',
]

describe('the shell commands on the pages', { skip }, () => {
  const service = startForSuite()

  test('return what the page shows', async () => {
    const { port } = await service
    const styles = ['slug=bold-serif', 'slug=uppercase&lang=tr', 'slug=bold-serif&lang=fr']
    for (const [index, text] of texts.entries()) {
      const style = styles[index % styles.length] ?? ''
      const { text: detail } = await call(service, get(`action=get_generator&${style}`))
      const { url } = toObject(parseObject(detail)['generator'])
      const target = `${new URL(String(url)).pathname}?${new URLSearchParams({ text })}`
      const { text: document } = await send(port, { target, headers: [newClient()] })
      const [line = ''] = textsIn(document, 'code').filter((code) => code.startsWith('curl '))
      const { input, output } = parseObject((await run('sh', ['-c', line])).stdout)
      assert.equal(input, text)
      assert.equal(output, resultIn(document))
    }
  })

  test('work in the documentation', async () => {
    const { port } = await service
    const { text: document } = await send(port, { target: '/en/api', headers: [newClient()] })
    const lines = textsIn(document, 'code').filter((code) => code.startsWith('curl '))
    assert.equal(lines.length, 4)
    for (const line of lines) {
      assert.equal(parseObject((await run('sh', ['-c', line])).stdout)['success'], true, line)
    }
  })
})
