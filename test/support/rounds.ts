/**
 * Multiplies the rounds of a test with random input by `ROUNDS`, which is less than 1 in
 * `npm run test:quick` and more in `.ci/run`.
 */
export function rounds(count: number): number {
  return Math.ceil(count * Number(process.env['ROUNDS'] ?? 1))
}
