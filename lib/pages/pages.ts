import type { Services } from '../api/actions.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { PreparedAnswer } from '../http/prepared-answer.ts'
import { createAssets } from './assets.ts'
import { createPageAnswers } from './page-answers.ts'
import type { PageAnswers } from './page-answers.ts'
import { readScripts } from './scripts.ts'
import { createSite } from './site.ts'
import type { Site, SiteSettings } from './site.ts'
import { openVisit } from './visit.ts'
import type { PageRequest, Shown, Visit } from './visit.ts'

/** The pages of the site. */
export interface Pages {
  /** `services` are those of the moment; what was made of them is used as long as they stay. */
  open(request: PageRequest, services: Services): Visit
}

/** Prepares the pages of a site. */
export function createPages(settings: SiteSettings): Pages {
  const answers = createPageAnswers()
  const scripts = readScripts()
  let shown: Shown | undefined
  return {
    open(request, services) {
      if (shown?.site.services !== services) {
        const assets = createAssets(services.catalogue, scripts)
        shown = show(createSite(settings, assets, services), answers)
      }
      return openVisit(request, shown)
    },
  }
}

// The effort of brotli: the most takes thirty times as long and gains a sixth. The few long pages
// are worth it, for they are what people load first; a thread does that behind the first answer.
const quality = 5
const qualityOfLists = 11

function show(site: Site, answers: PageAnswers): Shown {
  const made = new Map<string, PreparedAnswer>()
  return {
    site,
    answers,
    once(key, document, isList = false) {
      const later = isList ? qualityOfLists : quality
      const known = made.get(key) ?? prepareText(document, site.services.cache, quality, later)
      made.set(key, known)
      return known
    },
  }
}
