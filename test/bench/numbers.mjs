export function median(values) {
  return quantile(values, 0.5)
}

export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  return sorted[below] + ((sorted[below + 1] ?? sorted[below]) - sorted[below]) * (place - below)
}
