// The interface and the pages: half of `npm run test:quick`.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  // Tables of numbers make V8 collect all memory, which costs more after the catalogue is read.
  'usage/recorder',
  'usage/refusals',
  'usage/state',
  'usage/sweep',
  'usage/upkeep',
  'api/accents',
  'api/action-methods',
  'api/action-parameters',
  'api/generate',
  'api/actions',
  'api/limit-notice',
  'api/openapi',
  'api/parameters',
  'pages/documentation',
  'pages/html',
  'pages/routes',
  'pages/own-signs',
  'pages/symbols',
  'settings/config',
  'settings/environment-file',
  'settings/warnings',
])
