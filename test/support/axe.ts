import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from './browser.ts'
import { root } from './folders.ts'

/** Of https://github.com/dequelabs/axe-core, which `npm ci --prefix test/tools` brings. */
const source = join(root, 'test', 'tools', 'node_modules', 'axe-core', 'axe.min.js')

/** One element that axe finds fault with, or cannot judge. */
export interface AxeFinding {
  readonly kind: 'violation' | 'incomplete'
  readonly rule: string
  /** A selector of the element. */
  readonly target: string
  readonly html: string
  readonly reason: string
}

/**
 * What axe has to say against a page, by the rules that are on by default and the size of targets;
 * or by these rules alone.
 */
export async function findWithAxe(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly AxeFinding[]> {
  const only = rules.length === 0 ? {} : { runOnly: { type: 'rule', values: rules } }
  await page.evaluate(`${readFileSync(source, 'utf8')}; undefined`)
  const findings = await page.evaluate(`(async () => {
    const { violations, incomplete } = await axe.run(document, {
      resultTypes: ['violations', 'incomplete'],
      rules: { 'target-size': { enabled: true } },
      ...${JSON.stringify(only)},
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

/** What axe cannot judge, looked at by a person: each with the reason why it is left alone. */
const reviewed: ReadonlyArray<readonly [rule: string, target: RegExp, reason: RegExp]> = [
  // It judges no symbols, and no text whose font tells of more height than its line has, as Noto
  // Sans Math does. Samples have the colours of the page: `colouredSamplesOf` finds others.
  ['color-contrast', /bdi|notranslate|sample|specimen/, /only non-text characters|overlap/],
]

/** Whether a person has looked at what axe cannot judge, and let it be. */
export function isReviewed({ kind, rule, target, reason }: AxeFinding): boolean {
  if (kind === 'violation') return false
  return reviewed.some(([itsRule, targets, reasons]) => {
    return itsRule === rule && targets.test(target) && reasons.test(reason)
  })
}
