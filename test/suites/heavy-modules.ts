// The slowest files of the modules. Quicker ones of the same modules cover the basics.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  // Collects all memory again and again, which costs more after other files.
  'kept-in-memory',
  'api/closest-slug',
  'api/live-catalogue',
  'api/representations',
  'engine/text',
  'http/connections',
  'http/refused-requests',
  'metrics',
  'pages/curl',
  'pages/form',
  'pages/generator-page',
  'pages/pages',
  'pages/scripts',
  'process/check',
  'pages/additions',
  'usage/windows',
  'service/paths',
  'store/folder',
  'usage/protocol',
  'pages/page-texts',
  'store/live-file',
  'store/rewrite',
  'usage/statistics',
  'async-resources',
])
