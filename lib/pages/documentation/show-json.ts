/**
 * JSON on lines of its own, as people read it. Of a list, or an object with many fields, the first
 * ones are shown, with how many there are besides.
 */
export function showJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item: unknown) => showJson(item, `${indent}  `))
    : Object.entries(value).map(([key, item]) => {
        return `${JSON.stringify(key)}: ${showJson(item, `${indent}  `)}`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const most = Array.isArray(value) ? mostItems : mostFields
  const shown = items.length > most ? items.slice(0, fewest) : items
  const left = items.length - shown.length
  const lines = shown.map((item, index) => {
    return `${indent}  ${item}${index < items.length - 1 ? ',' : ''}`
  })
  if (left > 0) lines.push(`${indent}  … ${left} more`)
  return [open, ...lines, `${indent}${close}`].join('\n')
}

/** More than these are cut. */
const [mostItems, mostFields] = [2, 20]
const fewest = 2
