import { actions } from '../../api/interface.ts'
import { exampleFields } from '../../api/openapi-examples.ts'
import { quote } from '../facts/curl.ts'

/** The line for a shell that does a right request for an action, with what it needs alone. */
export function exampleLine(action: string, baseUrl: string): string {
  const fields = exampleFields(action)
  if (actions.get(action)?.methods.includes('GET') === true) {
    return `curl -s ${quote(`${baseUrl}?${new URLSearchParams(fields)}`)}`
  }
  const words = Object.entries(fields).map(([name, value]) => {
    return `${name === 'text' ? '--data-urlencode' : '-d'} ${quote(`${name}=${value}`)}`
  })
  return `curl -s ${quote(baseUrl)} ${words.join(' ')}`
}

/** The program that does without the service what a style does that only replaces characters. */
export function offlineProgram(baseUrl: string): string {
  return `const address = '${baseUrl}?action=get_generator&slug=bold-serif'
const { generator } = await (await fetch(address)).json()
const decorate = (text) =>
  Array.from(text.normalize('NFC'), (point) => generator.characters[point] ?? point).join('')
`
}
