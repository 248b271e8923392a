// Services as processes, which mostly wait.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/flood',
  'system/stalls',
  'system/unread',
  'system/suites',
  'system/dev',
  'system/hosting',
  'system/start',
  'system/stop',
  'system/reload',
  'system/fuzz',
  'system/address-space',
  'system/command-line-client',
  'system/form-senders',
  'system/generated-clients',
  'system/old-node',
  'system/page-script',
  'system/power-loss',
  'system/prometheus',
  'system/units',
])
