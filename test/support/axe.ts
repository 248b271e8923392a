import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './folders.ts'
import type { Page } from './page.ts'

/** https://github.com/dequelabs/axe-core, installed by `npm ci --prefix test/tools`. */
const source = join(root, 'test', 'tools', 'node_modules', 'axe-core', 'axe.min.js')

/** An element with a fault, or one that axe cannot judge; `target` is its selector. */
type AxeFinding = Readonly<Record<'kind' | 'rule' | 'target' | 'html' | 'reason', string>>

/**
 * Runs axe on a page with its default rules and the size of targets, or with the given rules.
 * Returns what no person has accepted.
 */
export async function findWithAxe(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly AxeFinding[]> {
  if (!existsSync(source)) {
    console.log('LEFT OUT: axe, because npm ci --prefix test/tools was not run')
    return []
  }
  const only = rules.length === 0 ? {} : { runOnly: { type: 'rule', values: rules } }
  await page.evaluate(`${readFileSync(source, 'utf8')}; undefined`)
  const findings = await page.evaluate(`(async () => {
    let hasChanged = false
    const observer = new MutationObserver(() => hasChanged = true)
    observer.observe(document, { childList: true, subtree: true })
    const look = () => axe.run(document, {
      resultTypes: ['violations', 'incomplete'],
      rules: { 'target-size': { enabled: true } },
      ...${JSON.stringify(only)},
    })
    let found = await look()
    // Axe loses the places of what a page adds meanwhile.
    for (let turn = 0; turn < 3 && hasChanged; turn++) {
      hasChanged = false
      found = await look()
    }
    observer.disconnect()
    const { violations, incomplete } = found
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
  return (findings as readonly AxeFinding[]).filter((finding) => !isReviewed(finding))
}

/** What axe cannot judge and a person has accepted, with the reason. */
const reviewed: ReadonlyArray<readonly [rule: string, target: RegExp, reason: RegExp]> = [
  // It cannot judge symbols, or text in a font that is higher than its line, such as Noto Sans
  // Math. Samples and styled text in tables have the colours of the page: `colouredSamplesOf`
  // finds any others. The symbols of their own page have those of fields: see `pages-symbols`.
  // For axe, the lines of a long sample that are cut off cover what is below its row.
  ['color-contrast', /^\.unchanged(?::nth-child\(\d+\))? > summary$/, /overlapped/],
  // The visible text is styled; its name is the plain text, which can be said.
  ['label-content-name-mismatch', /^li > \.quiet-button$/, /Unable to determine/],
  // The boxes of frames are over what they show, which has the colours of the page.
  ['color-contrast', /^label:nth-child\(\d+\) > span\[aria-hidden/, /overlapped|non-text/],
  [
    'color-contrast',
    /bdi|notranslate|sample|specimen|span\[(?:title|data-words)/,
    /only non-text characters|overlap/,
  ],
]

/** Whether a person has accepted a finding that axe cannot judge. */
function isReviewed({ kind, rule, target, reason }: AxeFinding): boolean {
  if (kind === 'violation') return false
  return reviewed.some(([itsRule, targets, reasons]) => {
    return itsRule === rule && targets.test(target) && reasons.test(reason)
  })
}
