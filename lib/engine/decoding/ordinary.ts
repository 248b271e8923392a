/**
 * Returns whether a text has letters side by side, and nothing but what people usually type in the
 * languages of the pages: it is neither decorated nor marked up, and has nothing that is not seen.
 */
export function isOrdinary(text: string): boolean {
  return /[a-z]{2}/i.test(text) && !odd.test(text)
}

const letters = 'a-zàáâç-ëíîïñóôöù-üœğşıA-ZÀÁÇ-ËÍÎÏÑÓÔÖÙ-ÜŒĞŞİ'
const odd = new RegExp(
  `[^${letters}\\n !"%-)+-@\\]^{|}¡¿]|\\S[¡¿]|[^\\n -~][œŒ]|ıı|^ *[-+] `,
  'm',
)
