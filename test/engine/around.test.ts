import { describeOperations, family } from '../support/operations.ts'

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
