/**
 * Returns the function with a memory: texts repeat their letters, and asking Unicode about one
 * takes long. Only short texts are remembered, and at most so many.
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
