/** The texts between the tags of a kind, such as `code`, as they are read; tags in them are left out. */
export function textsIn(document: string, tag: string): string[] {
  const found = document.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}>`, 'g'))
  return Array.from(found, ([, inner = '']) => unescapeHtml(inner.replace(/<[^>]*>/g, '')))
}

/** What stands in the main part of a document, without its tags. */
export function mainText(document: string): string {
  return textsIn(document, 'main').join('')
}

/** A text without its character references, as the pages write them. */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39|#13);/g, (reference) => signs[reference] ?? reference)
}

const signs: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#13;': '\r',
}
