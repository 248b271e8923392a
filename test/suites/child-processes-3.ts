// Services as processes, which mostly wait: floods, starts, and tests of the tests.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/flood',
  'system/attacks',
  'system/suites',
  'system/dev',
  'system/start',
  'system/address-space',
  'system/old-node',
  'system/power-loss',
  'system/prometheus',
  'system/units',
  'system/generated-clients',
])
