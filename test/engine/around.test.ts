import { noTexts, takesAnyText, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { describeOperations, family } from '../support/operations.ts'

describeFields({ type: 'around', before: '(', after: '' }, [
  ['before', [undefined, null, 1, '\ud83d'], takesAnyText],
  ['after', [undefined, null, 1, '\ud83d'], takesAnyText],
])

describeFields({ type: 'fill', text: '█' }, [['text', noTexts, takesText]])

describeOperations('around', [{ type: 'around', before: '【', after: '】' }], [
  ['stands around each cluster', 'ae\u0301b', '【a】【e\u0301】【b】'],
  ['leaves spaces and breaks', 'a b\r\n\u0085\tc', '【a】 【b】\r\n\u0085\t【c】'],
  ['stands around an emoji as a whole', `${family}🇹🇷🇪🇸1️⃣`, `【${family}】【🇹🇷】【🇪🇸】【1️⃣】`],
])

describeOperations('fill', [{ type: 'fill', text: '█' }], [
  ['replaces each cluster', 'ab\u0301', '██'],
  ['replaces an emoji as a whole', `${family}🇹🇷1️⃣`, '███'],
  ['leaves spaces and breaks', 'a b\r\n\tc\u0085', '█ █\r\n\t█\u0085'],
])
