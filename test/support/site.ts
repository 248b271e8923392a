import { createServices } from '../../lib/api/services.ts'
import { createJsonAnswers } from '../../lib/http/answer.ts'
import { createBodyCache } from '../../lib/http/prepared-answer.ts'
import { createSite } from '../../lib/pages/site.ts'
import type { Site, SiteSettings } from '../../lib/pages/site.ts'
import { loadShipped } from './shared-catalogue.ts'

/** The settings of pages at an address. */
export function settingsOf(siteUrl: string): SiteSettings {
  return {
    siteUrl,
    origin: siteUrl,
    baseUrl: `${siteUrl}/api`,
    sharesAddress: false,
    rateLimit: { limit: 100, windowMs: 3_600_000, maxClients: 1000 },
  }
}

/** What pages are made of, without a service; by default, the generators are those that ship. */
export function makeSite(siteUrl = 'https://example.org', contents = loadShipped()): Site {
  const json = createJsonAnswers({ exposedHeaders: [] })
  const cache = createBodyCache(12 * 2 ** 20)
  const own = { maxTextCodePoints: 10_000, documentationPath: '/en/api', json, cache }
  const services = createServices({ ...contents, ...own }, siteUrl)
  return createSite(settingsOf(siteUrl), new Map(), services)
}
