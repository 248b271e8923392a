import { emoji, pangrams } from './texts.ts'

const everyPangram = Object.values(pangrams).join(' ')

/** Texts that are hard for some style or browser. */
export const hardTexts: readonly string[] = [
  `Ünïcödé & <b class="a">'b'</b> 👩‍👩‍👧 Iıİi ñ + שלום 1½ e\u0301%41 &lt;`,
  'e\u0301 n\u0303 o\u0308\u0323 A\u030a i\u0307 \u0130\u0307 \u0301',
  'DİYARBAKIR ışıl ışıl ILGAZ İstanbul iIıİ',
  'שלום עולם, مرحبا بالعالم ١٢٣ (abc) \u202eabc\u202c \u2067x\u2069',
  `${emoji.join(' ')} 1️⃣ 🇹🇷🇪🇸🏴󠁧󠁢󠁥󠁮󠁧󠁿`,
  'a\ud800b \udc00 \ud83d',
  '\u200b\u00ad\ufeff \u2028\u2029 \0\u0001\u0007\u001b\u007f\u0085 x\ufffe\u{10ffff}',
  '123 4567 0 2026',
  '  a  b\tc \u00a0\u3000d ',
  'first line\n\n third:\r\nlast\r',
  `𝐚𝓫 ⓒ ｄ ʰ \u0336x ${'a\u0301\u0302\u0303\u0304\u0305\u0306'} क्षत्रिय 한글 \u1112\u1161\u11ab`,
  everyPangram.slice(0, 340),
]

/** A text of 2,000 UTF-16 units. */
export const longText: string = `${everyPangram} ${emoji.join('')} `.repeat(9).slice(0, 2000)
