import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBlock } from '../support/documents.ts'
import { root } from '../support/folders.ts'
import { installPackage } from '../support/installed-package.ts'
import { describePages, styled } from '../support/page-suite.ts'

describePages('the userscript of the documents', {}, ({ visit }) => {
  visit('decorates what is selected, wherever one can type', '/en/', async (page, _path, t) => {
    const folder = installPackage(t)
    symlinkSync(join(root, 'node_modules', 'esbuild'), join(folder, 'node_modules', 'esbuild'))
    writeFileSync(join(folder, 'selection.js'), readBlock('userscript'))
    const build = readBlock('userscriptBuild').replace('npx esbuild', 'node_modules/esbuild/bin/esbuild')
    execFileSync('sh', ['-c', build], { cwd: folder, stdio: 'pipe' })
    const script = readFileSync(join(folder, 'selection.user.js'), 'utf8')
    assert.match(script, /^\/\/ ==UserScript==\n\/\/ @name .*\n\/\/ @match .*\n\/\/ ==\/UserScript==\n/)
    await page.evaluate(script)

    const asked = `(answer) => {
      window.asked = []
      window.prompt = (...words) => (asked.push(words), answer)
      window.alert = (message) => { window.alerted = message }
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown',
        { altKey: true, shiftKey: true, code: 'KeyD', bubbles: true, cancelable: true }))
    }`
    const text = 'Hello @ana'
    const expected = `${styled('bold-script', 'Hello')} @ana`
    for (const [field, value] of [
      ["Object.assign(document.body.appendChild(document.createElement('textarea')), { name: 'x' })", 'value'],
      ["Object.assign(document.body.appendChild(document.createElement('input')), { name: 'x' })", 'value'],
      ["Object.assign(document.body.appendChild(document.createElement('div')), { contentEditable: true })", 'textContent'],
    ] as const) {
      await page.evaluate(`window.field = ${field}, field.focus(),
        document.execCommand('insertText', false, 'a ${text}'),
        getSelection().collapseToEnd()`)
      const select = value === 'value' ? 'field.setSelectionRange(2, 12)'
        : 'getSelection().setBaseAndExtent(field.firstChild, 2, field.firstChild, 12)'
      await page.evaluate(`${select}, (${asked})(null)`)
      await page.equals(`field.${value}`, `a ${text}`)
      await page.evaluate(`(${asked})('bold-script')`)
      await page.equals(`field.${value}`, `a ${expected}`)
      await page.evaluate(`document.execCommand('undo')`)
      await page.equals(`field.${value}`, `a ${text}`)
      await page.evaluate(`${select}, (${asked})('bold-skript')`)
      await page.equals('window.alerted.includes("bold-script")', true)
      await page.evaluate('field.remove()')
    }
    await page.allowClipboard()
    await page.evaluate(`getSelection().selectAllChildren($('h1')), (${asked})('bold-script')`)
    await page.until(`document.hasFocus()`)
    const heading = String(await page.evaluate(`String(getSelection())`))
    assert.equal(await page.readClipboard(), styled('bold-script', heading))
  })
})
