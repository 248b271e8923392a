/**
 * Returns `work` with a memory of its results, by its argument. A result that is a promise is
 * forgotten if it is rejected, so that the next call tries again. A memory that has a bound forgets
 * all results at this number, and keeps none for arguments of more than `longest` UTF-16 units.
 */
export function memoize<Value, Key = void>(
  work: (key: Key) => Value,
  bound = Infinity,
  longest = 20,
): (key: Key) => Value {
  let known: Map<Key, Value> | undefined
  return (key) => {
    const found = known?.get(key)
    if (found !== undefined || known?.has(key)) return found as Value
    const value = work(key)
    if (typeof key === 'string' && bound < Infinity && key.length > longest) return value
    // Made at its first use: there are thousands of memories.
    known ??= new Map()
    if (known.size === bound) known.clear()
    known.set(key, value)
    if (value instanceof Promise) value.catch(() => known?.delete(key))
    return value
  }
}
