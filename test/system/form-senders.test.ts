import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parseObject, resultOf, toObject } from '../support/answers.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { resultIn, textsIn } from '../support/html-text.ts'
import { call, get, newClient } from '../support/requests.ts'
import { startForSuite } from '../support/suite.ts'

const run = promisify(execFile)
const text = 'señor "😀"\r\na=1&b+c; %41\\ '
const fields = { action: 'generate', slug: 'upside-down', text: 'x', 'a"b\\c': '1' }

/** Returns a reason to skip a test if a program is missing. */
function without(program: string, ...words: readonly string[]): string | false {
  const name = [program, ...words].join(' ')
  return spawnSync(program, words).status === 0 ? false : `LEFT OUT: there is no ${name}`
}

const curl = { skip: without('curl', '--version') }

describe('the service accepts a form from', () => {
  const starting = startForSuite()
  const url = async (): Promise<string> => `http://127.0.0.1:${(await starting).port}/api`
  const assertTransformed = (answer: string): void => {
    const { output } = JSON.parse(answer)
    assert.equal(answer, resultOf(text, String(output), 'upside-down'))
  }

  test('fetch: FormData and URLSearchParams', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...fields, text })) form.append(name, value)
    for (const body of [form, new URLSearchParams({ ...fields, text })]) {
      assertTransformed(await (await fetch(await url(), { method: 'POST', body })).text())
    }
  })

  test('curl: --data-urlencode and -F, with a value from a file and a file', curl, async (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'text'), text)
    const parts = Object.entries(fields).flatMap(([name, value]) => ['-F', `${name}=${value}`])
    for (const words of [
      ['-d', 'action=generate&slug=upside-down', '--data-urlencode', `text=${text}`],
      [...parts, '-F', 'text=<text;type=text/plain', '-F', 'slug=@text'],
    ]) {
      assertTransformed((await run('curl', ['-s', await url(), ...words], { cwd: folder })).stdout)
    }
  })

  test('PHP: an array and http_build_query', { skip: without('php', '-r', 'curl_version();') }, async () => {
    for (const sent of ['$fields', 'http_build_query($fields)']) {
      assertTransformed(await sendByPhp(await url(), sent))
    }
  })
})

describe('the service accepts a list from', () => {
  const starting = startForSuite()
  const expected = ['underline', 'wrap-wings']
  const plain = { slug: 'bold-sans', text: 'Hi' }
  const assertList = async (body: string | URLSearchParams | FormData): Promise<void> => {
    const isText = typeof body === 'string'
    const headers = isText ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}
    const address = `http://127.0.0.1:${(await starting).port}/api?action=generate`
    const answer = await fetch(address, { method: 'POST', body, headers })
    assert.deepEqual(parseObject(await answer.text())['then'], expected, String(body))
  }

  test('fetch: repeated fields of URLSearchParams and FormData, with and without brackets', async () => {
    for (const name of ['then', 'then[]']) {
      for (const form of [new URLSearchParams(plain), new FormData()]) {
        if (form instanceof FormData) for (const entry of Object.entries(plain)) form.append(...entry)
        for (const slug of expected) form.append(name, slug)
        await assertList(form)
      }
    }
  })

  test('PHP: http_build_query', { skip: without('php', '--version') }, async () => {
    const script = 'echo http_build_query(json_decode($argv[1], true));'
    const { stdout } = await run('php', ['-r', script, JSON.stringify({ ...plain, then: expected })])
    assert.ok(stdout.includes('then%5B0%5D='), stdout)
    await assertList(stdout)
  })

  test('Python: urlencode', { skip: without('python3', '--version') }, async () => {
    const script = 'import json, sys, urllib.parse as u; print(u.urlencode(json.loads(sys.argv[1]), doseq=True), end="")'
    const { stdout } = await run('python3', ['-c', script, JSON.stringify({ ...plain, then: expected })])
    assert.ok(stdout.includes('then=underline&then='), stdout)
    await assertList(stdout)
  })
})

/** Lets PHP send the fields in the form that an expression makes, and returns the answer. */
async function sendByPhp(url: string, expression: string): Promise<string> {
  const script = `
    [, $url, $json] = $argv;
    $fields = json_decode($json, true);
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_POSTFIELDS => ${expression}, CURLOPT_RETURNTRANSFER => true]);
    echo curl_exec($curl);`
  return (await run('php', ['-r', script, url, JSON.stringify({ ...fields, text })])).stdout
}

/** Texts that a shell, curl or a form could misinterpret. */
const shellTexts = [
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

describe('the shell commands on the pages', curl, () => {
  const service = startForSuite()

  test('return what the page shows', async () => {
    const { port } = await service
    const styles = ['slug=bold-serif', 'slug=uppercase&lang=tr', 'slug=bold-serif&lang=fr']
    for (const [index, text] of shellTexts.entries()) {
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
    assert.equal(lines.length, 5)
    for (const line of lines) {
      assert.equal(parseObject((await run('sh', ['-c', line])).stdout)['success'], true, line)
    }
  })
})
