/**
 * Returns how often a test repeats something: `usual`, a fifth with ROUNDS=few, as in
 * `npm run test:quick`, and `many` with ROUNDS=many, as in `.ci/soak`.
 */
export function rounds(usual: number, many = 10 * usual): number {
  if (process.env['ROUNDS'] === 'many') return many
  return process.env['ROUNDS'] === 'few' ? Math.ceil(usual / 5) : usual
}
