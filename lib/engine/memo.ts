/**
 * Returns `work` with a memory of its results, by its argument. A result that is a promise is
 * forgotten if it is rejected, so that the next call tries again. A memory that has a bound forgets
 * all results at this number, and keeps none for long texts.
 */
export function memoize<Value, Key = void>(
  work: (key: Key) => Value,
  bound = Infinity,
): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>()
  return (key) => {
    const entry = known.get(key)
    if (entry !== undefined) return entry.value
    const value = work(key)
    if (value instanceof Promise) value.catch(() => known.delete(key))
    if (known.size === bound) known.clear()
    const isLong = bound < Infinity && typeof key === 'string' && key.length > longest
    if (!isLong) known.set(key, { value })
    return value
  }
}

const longest = 20
