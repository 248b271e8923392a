// The slowest files of the modules. Quicker ones of the same modules cover the basics.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  // These collect all memory again and again, which costs more after other files.
  'kept-in-memory',
  'store/folder',
  'usage/protocol',
  'store/live-file',
  'store/rewrite',
  'usage/statistics',
  'api/closest-slug',
  'api/representations',
  'engine/text',
  'http/connections',
  'http/refused-requests',
  'metrics',
  'pages/curl',
  'pages/form',
  'pages/generator-page',
  'pages/pages',
  'pages/search-engines',
  'process/check',
  'pages/additions',
  'service/paths',
  'pages/page-texts',
  'async-resources',
])
