// The answers that a server may prepare: recorded from ours, so that peers need not make them.
import { headerOf } from './ask.mjs'

const names = { list: 'list_generators', 'list-br': 'list_generators br', detail: 'get_generator' }

/** By action and coding: the tag and the body, in base64. */
export function preparedAnswers(answers) {
  return Object.fromEntries(
    Object.entries(names).map(([name, key]) => [
      key,
      { etag: headerOf(answers[name], 'etag'), body: answers[name].body.toString('base64') },
    ]),
  )
}
