import { countCodePoints } from '../../engine/text.ts'
import { find, words } from './page.ts'
import type { Say } from './page.ts'

/**
 * Gives what lets texts through that the service takes, and nothing of longer ones: then the page
 * says so as long as that is, and the field is marked. Its `maxlength` would cut what is pasted
 * without a word, and counts in other units.
 */
export function createLimit(
  field: HTMLInputElement | HTMLTextAreaElement,
  say: Say,
): (text: string) => string {
  const most = Number(find('#words').dataset['most'])
  return (text) => {
    const length = text.length > most ? countCodePoints(text) : 0
    const wasTooLong = field.ariaInvalid === 'true'
    if (length > most) {
      field.ariaInvalid = 'true'
      say(words('text-too-long', { length, most }), { stays: true })
      return ''
    }
    if (wasTooLong) {
      field.ariaInvalid = null
      say('')
    }
    return text
  }
}
