import type { Json } from './openapi-tools.ts'

/** Returns the message of an event from the console, the content policy or an audit. */
export function messageOf(method: string, event: Json): string | undefined {
  switch (method) {
    case 'Runtime.consoleAPICalled':
      return `console.${event['type']}: ${JSON.stringify(event['args'])}`
    case 'Runtime.exceptionThrown':
      return `exception: ${JSON.stringify(event['exceptionDetails'])}`
    case 'Log.entryAdded': {
      const { source, level, text, url } = event['entry'] as Json
      // The status of an error page is not a fault.
      const isOfNetwork = source === 'network' && /status of (?:4\d\d|503) /.test(String(text))
      return isOfNetwork ? undefined : `${source} ${level}: ${text} ${url ?? ''}`
    }
    case 'Audits.issueAdded': {
      const { code, details } = event['issue'] as Json
      return `${code}: ${JSON.stringify(details)}`
    }
    default:
      return undefined
  }
}
