/**
 * Words for the commonest styles in German, Portuguese, Italian, Indonesian, Russian and
 * Vietnamese. Those of Russian are without their endings.
 */
export const foreignWords: Readonly<Record<string, string>> = {
  'bold-sans': 'fett negrito grassetto tebal жирн đậm',
  'italic-sans': 'kursiv itálico corsivo miring курсив nghiêng',
  script: 'schreibschrift corsivo sambung рукописн прописн',
  fraktur: 'gotisch gotico готическ готик',
  strikethrough: 'durchgestrichen riscado barrato coret зачеркнут зачёркнут перечеркнут gạch',
  underline: 'unterstrichen sublinhado sottolineato garis подчеркнут подчёркнут chân',
  superscript: 'klein pequeno piccolo kecil маленьк nhỏ',
  'upside-down': 'kopfüber cabeça capovolto terbalik перевернут перевёрнут ngược',
  circled: 'eingekreist circulado cerchiato lingkaran круг кружк tròn',
  invisible: 'unsichtbar invisível invisibile невидим пуст tàng',
}

/** Words of scripts that styles write, too, in ordinary letters; those of Vietnamese first. */
export const living =
  '^(?:[a-zà-ãè-êìíò-õùúýăđĩũơư\\u1ea1-\\u1ef9]+|[а-џґ-ҿӐ-ӿ]+|[ά-ώ]+|[ա-և]+|[א-ת]+|' +
  '[\\u0620-\\u06d3]+|[ა-ჰ]+|[가-힣]+|' +
  '(?!\\p{sc=Hani}+$)[\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hani}ー]+|' +
  '\\p{sc=Thai}+|\\p{sc=Laoo}+|\\p{sc=Taml}+|\\p{sc=Ethi}+|\\p{sc=Tibt}+|\\p{sc=Mlym}+|' +
  '\\p{sc=Mymr}+|\\p{sc=Khmr}+|\\p{sc=Gujr}+)(?<=..)$'
