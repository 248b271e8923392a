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
  const shownBy = new WeakMap<Services, Shown>()
  return {
    open(request, services) {
      let shown = shownBy.get(services)
      if (shown === undefined) {
        const assets = createAssets(services.catalogue, scripts, services.cache)
        shown = show(createSite(settings, assets, services), answers)
        // A replaced catalogue is freed, even if nobody visits a page of the next one.
        shownBy.set(services, shown)
      }
      return openVisit(request, shown)
    },
  }
}

function show(site: Site, answers: PageAnswers): Shown {
  const made = new Map<string, PreparedAnswer>()
  return {
    site,
    answers,
    keeps: (key) => made.get(key)?.isKept === true,
    once(key, document) {
      const known = made.get(key) ?? prepareText(document, site.services.cache)
      made.set(key, known)
      return known
    },
  }
}
