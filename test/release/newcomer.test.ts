import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { parseObject, toObject } from '../support/answers.ts'
import { canonical } from '../support/canonical.ts'
import { addAfter, generatorSteps, localeSteps, operationSteps } from '../support/contributions.ts'
import type { Step } from '../support/contributions.ts'
import { copySources } from '../support/copy-sources.ts'
import { readBlock } from '../support/documents.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { write } from '../support/own-files.ts'
import { startService } from '../support/service.ts'

const run = promisify(execFile)

describe('a newcomer who follows the documents in a copy of the sources', () => {
  test('adds a generator, an operation and a locale, and the laws and the tests of their modules pass', async (t) => {
    const clone = await createClone(t)
    await clone.take(generatorSteps())
    await clone.type('npm run test:laws -- thai-digits')
    await clone.take(operationSteps())
    await clone.take([useOperation])
    await clone.type('npm run test:laws -- doubled')
    await clone.take(localeSteps())
    await clone.type('npm run check && npm run build && npm run test:laws')
    // Only the tests that such changes can break.
    const engine = 'test/engine/{operations,repeat}.test.ts'
    const others = 'test/{catalogue,pages}/*.test.ts test/api/openapi.test.ts test/documents.test.ts'
    await clone.type(`bash -c 'node --import tsx --test ${engine} ${others}'`)

    const own = temporaryFolder(t)
    const operations = [{ type: 'repeat', times: 3 }]
    write(own, { 'own.json': canonical({ category: 'small', position: 1, operations }) })
    const command = [process.execPath, join(clone.folder, 'dist', 'server.js')]
    const { port, baseUrl } = await startService(t, { GENERATORS_DIR: own }, command)
    const ask = async (query: string): Promise<Readonly<Record<string, unknown>>> =>
      parseObject(await (await fetch(`${baseUrl}?${query}`)).text())

    const typed = readBlock('askGenerator').replace('http://localhost:8080/', baseUrl.replace('api', ''))
    assert.equal(parseObject((await run('sh', ['-c', typed])).stdout)['output'], '๒๐๒๖')
    const inItalian = toObject((await ask('action=get_generator&slug=thai-digits&lang=it'))['generator'])
    assert.equal(inItalian['url'], 'http://localhost/it/thai-digits')
    const repeating = toObject((await ask('action=get_generator&slug=own'))['generator'])
    const tripled = 'HHHeeellllllooo WWWooorrrlllddd'
    assert.deepEqual([repeating['example'], repeating['operations']], [tripled, operations])
    const page = await fetch(`http://127.0.0.1:${port}/it/thai-digits`)
    const document = await page.text()
    assert.equal(page.status, 200, document)
    const script = /src="([^"]*\.js)"/.exec(document)?.[1] ?? assert.fail(document)
    const types = new URL('all-types.js', new URL(script, page.url))
    assert.match(await (await fetch(types)).text(), /\[["'`]repeat["'`],/)
  })
})

const names = {
  en: { name: 'Doubled letters', page: 'doubled-letters' },
  es: { name: 'Letras dobladas', page: 'letras-dobladas' },
  fr: { name: 'Lettres doublées', page: 'lettres-doublees' },
  tr: { name: 'İkişer harf', page: 'ikiser-harf' },
}

/** A style that uses the operation. */
const useOperation: Step = {
  path: ['generators/doubled.json', ...Object.keys(names).map((language) => `locales/${language}.json`)],
  take(folder) {
    const operations = [{ type: 'repeat', times: 2 }]
    write(folder, { 'generators/doubled.json': { category: 'coded', position: 9000, operations } })
    for (const [language, name] of Object.entries(names)) {
      addAfter(folder, `locales/${language}.json`, '  "generators": {', `    "doubled": ${JSON.stringify(name)},`)
    }
    execFileSync('npm', ['run', 'fix:data'], { cwd: folder })
  },
}

/** Creates a clone of the sources, in which commands can be typed. */
async function createClone(t: Parameters<typeof copySources>[0]): Promise<Clone> {
  const folder = copySources(t)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The tests of the clone must not depend on the variables of this one.
  const { NODE_TEST_CONTEXT: _context, ROUNDS: _rounds, ...env } = process.env
  const type = async (command: string): Promise<string> => {
    const options = { cwd: folder, env, maxBuffer: 2 ** 26 }
    try {
      return (await run('sh', ['-c', command], options)).stdout
    } catch (error) {
      const { stdout, stderr } = Object(error)
      throw new Error(`${command}: ${stdout}${stderr}`)
    }
  }
  await type('git init --quiet')
  appendFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n')
  const commit = async (): Promise<void> => {
    await type('git add --all && git -c user.name=x -c user.email=x@x commit --quiet --message=x')
  }
  await commit()
  return {
    folder,
    type,
    async take(steps) {
      for (const step of steps) step.take(folder)
      const changed = await type('git add --all && git diff --cached --name-only')
      assert.deepEqual(changed.trim().split('\n'), steps.flatMap(({ path = [] }) => path).toSorted())
      await commit()
    },
  }
}

interface Clone {
  readonly folder: string
  /** Types a command there and returns its output; throws if it fails. */
  type(command: string): Promise<string>
  /** Takes all steps, and checks that they change exactly the files that they name. */
  take(steps: readonly Step[]): Promise<void>
}
