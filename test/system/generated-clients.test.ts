import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { readBlock, readDocument } from '../support/documents.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { startInProcess } from '../support/in-process.ts'
import { withoutTools } from '../support/openapi-tools.ts'

const packages = join(root, 'test', 'tools', 'node_modules')
const documented = 'http://127.0.0.1:8080'

describe('a client that is generated from /openapi.json', { skip: withoutTools }, () => {
  test('transforms text: openapi-typescript with openapi-fetch, as documented', async (t) => {
    const { origin, run, write, compileAndRun } = await open(t)
    const words = '/openapi.json -o decoration.d.ts'
    const command = `npx openapi-typescript@7 ${documented}${words}`
    assert.ok(readDocument('lib/api/README.md').includes(command), command)
    await run('openapi-typescript', ...`${origin}${words}`.split(' '))
    write('client.ts', readBlock('typedClient').replace(documented, origin))
    assert.equal(await compileAndRun('client.ts'), '𝐇𝐞𝐥𝐥𝐨\n')
  })

  test('transforms text: orval', async (t) => {
    const { origin, run, write, compileAndRun } = await open(t)
    const output = { target: 'client.ts', client: 'fetch', baseUrl: `${origin}/api` }
    const api = { input: `${origin}/openapi.json`, output }
    write('orval.config.ts', `export default ${JSON.stringify({ api })}`)
    await run('orval')
    const program = [
      `import { generate } from './client.ts'`,
      `const form = { slug: 'bold-serif', text: 'Hello' }`,
      `const { data } = await generate(form, { action: 'generate' })`,
      `console.log('output' in data ? data.output : data.message)`,
    ]
    write('program.ts', program.join('\n'))
    assert.equal(await compileAndRun('program.ts'), '𝐇𝐞𝐥𝐥𝐨\n')
  })
})

/** Starts a service, and makes a folder for a program that may import the packages of test/tools. */
async function open(t: TestContext) {
  const { port } = await startInProcess(t)
  const folder = temporaryFolder(t)
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  symlinkSync(packages, join(folder, 'node_modules'))
  write('package.json', '{"type":"module"}')
  const runProgram = async (program: string, words: readonly string[]): Promise<string> =>
    (await promisify(execFile)(program, words, { cwd: folder })).stdout
  const run = (name: string, ...words: readonly string[]): Promise<string> =>
    runProgram(join(packages, '.bin', name), words)
  return {
    origin: `http://127.0.0.1:${port}`,
    write,
    /** Runs a program of the packages in the folder, and returns its output. */
    run,
    async compileAndRun(file: string): Promise<string> {
      const modules = ['--module', 'nodenext', '--rewriteRelativeImportExtensions']
      await run('tsc', '--strict', '--skipLibCheck', '--target', 'es2022', ...modules, file)
      return runProgram(process.execPath, [file.replace(/\.ts$/, '.js')])
    },
  }
}
