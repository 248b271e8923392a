/**
 * Remembers the results of a function: a text repeats its letters, and looking one up in Unicode is
 * slow. Keeps at most `most` results, and none for long texts.
 */
export function memoize<Value>(work: (text: string) => Value, most = 500): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined || text.length > longest) return found ?? work(text)
    const value = work(text)
    if (known.size === most) known.clear()
    known.set(text, value)
    return value
  }
}

const longest = 20
