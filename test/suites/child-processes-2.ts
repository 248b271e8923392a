// Services as processes, which mostly wait: for clients, and for other programs.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/stalls',
  'system/unread',
  'system/hosting',
  'system/stop',
  'system/reload',
  'system/fuzz',
  'system/build',
  'system/decorate',
  'system/form-senders',
  'system/page-script',
])
