import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from './browser.ts'
import { root } from './folders.ts'

const source = join(root, 'test', 'tools', 'node_modules', 'axe-core', 'axe.min.js')

/** Why no page can be looked at by axe, or false. https://github.com/dequelabs/axe-core */
export const withoutAxe: string | false = existsSync(source)
  ? false
  : 'LEFT OUT: npm ci --prefix test/tools was not run'

/** One element that axe finds fault with, or cannot judge. */
export interface AxeFinding {
  readonly kind: 'violation' | 'incomplete'
  readonly rule: string
  /** A selector of the element. */
  readonly target: string
  readonly html: string
  readonly reason: string
}

/** What axe has to say against a page, by all of its rules that are on by default. */
export async function findWithAxe(page: Page): Promise<readonly AxeFinding[]> {
  await page.evaluate(`${readFileSync(source, 'utf8')}; undefined`)
  const findings = await page.evaluate(`(async () => {
    const { violations, incomplete } = await axe.run(document, {
      resultTypes: ['violations', 'incomplete'],
    })
    const told = (kind) => ({ id, nodes }) => nodes.map(({ target, html, any, all, none }) => ({
      kind,
      rule: id,
      target: target.join(' '),
      html: html.slice(0, 300),
      reason: [...any, ...all, ...none].map(({ message }) => message).join('; '),
    }))
    return [
      ...violations.flatMap(told('violation')),
      ...incomplete.flatMap(told('incomplete')),
    ]
  })()`)
  return findings as readonly AxeFinding[]
}
