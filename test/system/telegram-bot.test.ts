import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseObject, toObject } from '../support/answers.ts'
import { freePort, send } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { installPackage } from '../support/installed-package.ts'
import { until } from '../support/until.ts'

test('the inline bot of the documents answers as Telegram asks', async (t) => {
  const folder = installPackage(t)
  writeFileSync(join(folder, 'bot.js'), readBlock('telegramBot'))
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), SECRET: 'secret' }
  const bot = spawn(process.execPath, ['bot.js'], { cwd: folder, env, stdio: 'inherit' })
  t.after(() => bot.kill())
  const tell = async (update: unknown, secret = 'secret') =>
    send(port, {
      method: 'POST', target: '/', body: JSON.stringify(update),
      headers: ['Content-Type: application/json', `X-Telegram-Bot-Api-Secret-Token: ${secret}`],
    })
  await until(async () => (await tell({}).catch(() => undefined))?.status === 200, 'it answers')

  assert.equal((await tell({ inline_query: {} }, 'guess')).status, 403)
  for (const other of [null, 1, {}, { message: { text: 'Hello' } }]) {
    assert.equal((await tell(other)).text, '', JSON.stringify(other))
  }
  const ask = async (query: string, language_code?: string) => {
    const { text } = await tell({ inline_query: { id: '7', query, offset: '', from: { language_code } } })
    const { method, inline_query_id: id, results } = parseObject(text)
    assert.deepEqual([method, id], ['answerInlineQuery', '7'])
    return Array.from(results as readonly unknown[], toObject)
  }
  assert.deepEqual(await ask(''), [])
  const link = 'https://example.com'
  for (const query of ['Hello', `Ana ${link}`, 'ñ'.repeat(256)]) {
    const results = await ask(query, 'tr')
    // The limits of https://core.telegram.org/bots/api#inlinequeryresultarticle
    assert.ok(results.length > 20 && results.length <= 50, String(results.length))
    assert.equal(new Set(results.map(({ id }) => id)).size, results.length)
    for (const { type, id, title, input_message_content: content } of results) {
      const message = String(toObject(content)['message_text'])
      assert.ok(type === 'article' && String(id).length <= 64 && title !== '')
      assert.ok(message !== query && message.length <= 4096, message)
      assert.equal(message.includes(link), query.includes(link), message)
    }
  }
  const [first] = await ask('Hello', 'pt-br')
  assert.equal(first?.['title'], 'Bold serif')
})
