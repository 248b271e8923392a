// Where a browser lacks what the engine needs, the page stays as it came: its form asks the server.
const needs: ReadonlyArray<readonly [owner: object, name: string]> = [
  [Intl, 'Segmenter'],
  [String.prototype, 'toWellFormed'],
  [Array.prototype, 'toSorted'],
]

if (needs.every(([owner, name]) => name in owner)) import('./live.ts').catch(() => {})

export {}
