/** Returns the text of each element of a kind, such as `code`, without the tags in it. */
export function textsIn(document: string, tag: string): string[] {
  const found = document.matchAll(new RegExp(`<${tag}(?: [^>]*)?>([^]*?)</${tag}>`, 'g'))
  return Array.from(found, ([, inner = '']) => unescapeHtml(inner.replace(/<[^>]*>/g, '')))
}

/** Returns the text of the main part of a document, without its tags. */
export function mainText(document: string): string {
  return textsIn(document, 'main').join('')
}

/** Returns the result on the page of a style. */
export function resultIn(document: string): string {
  const [, show = ''] = /<div class="show"[^>]*>([^]*?)<\/div>/.exec(document) ?? []
  return textsIn(show, 'bdi').join()
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
