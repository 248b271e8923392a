// The interface and the pages: half of `npm run test:quick`.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  // Tables of numbers make V8 collect all memory, which costs more after the catalogue is read.
  'usage/client-table',
  'usage/journal',
  'usage/rate-limiter',
  'usage/recorder',
  'usage/refusals',
  'usage/upkeep',
  'api/accents',
  'api/action-methods',
  'api/action-parameters',
  'api/generate',
  'api/actions',
  'api/limit-notice',
  'api/limit',
  'api/list-and-detail',
  'api/openapi',
  'api/parameters',
  'api/search',
  'api/then',
  'pages/address',
  'pages/documentation',
  'pages/html',
  'pages/routes',
  'pages/steps',
  'pages/styled-text',
  'pages/symbols',
  'settings/config',
  'settings/environment-file',
  'settings/warnings',
])
