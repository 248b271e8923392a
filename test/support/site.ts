import { createReloadable } from '../../lib/api/live-catalogue.ts'
import { createLog } from '../../lib/log.ts'
import { createAssets } from '../../lib/pages/assets.ts'
import { createSite } from '../../lib/pages/site.ts'
import type { Site } from '../../lib/pages/site.ts'
import { loadShipped } from './shared-catalogue.ts'

/** What pages are made of, without a service; the generators are those that ship. */
export function makeSite(siteUrl = 'https://example.org'): Site {
  const contents = loadShipped()
  const { services } = createReloadable({
    contents,
    readAgain: () => contents,
    siteUrl,
    maxTextCodePoints: 10_000,
    describe: () => undefined,
    log: createLog('error', () => {}),
    defer: () => {},
  })
  const settings = {
    siteUrl,
    origin: siteUrl,
    baseUrl: `${siteUrl}/api`,
    sharesAddress: false,
    rateLimit: { limit: 100, windowMs: 3_600_000, maxClients: 1000 },
  }
  return createSite(settings, createAssets(services.catalogue, new Map(), services.cache), services)
}
