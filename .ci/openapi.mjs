// Prints what a service with default settings answers at /openapi.json. FOLDER is that of a release,
// without its packages:
//
//   node .ci/openapi.mjs FOLDER
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? '.')
const load = (module) => import(pathToFileURL(join(folder, 'dist', 'lib', `${module}.js`)).href)
const modules = ['api/openapi', 'api/live-catalogue', 'catalogue/catalogue', 'settings/config']
const [{ describeInterface }, { createServices }, { loadWithOverlay }, { readConfig }] =
  await Promise.all(modules.map(load))
const [listen, { foldersBelow }, { createBodyCache }, { createSearch }] = await Promise.all(
  ['http/listen', 'catalogue/data-files', 'http/prepared-answer', 'api/search'].map(load),
)

const config = readConfig({})
const siteUrl = listen.defaultSiteUrl({ address: config.host, family: '', port: config.port })
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const { maxTextCodePoints } = config
const contents = loadWithOverlay(foldersBelow(folder))
const services = createServices(
  { ...contents, search: createSearch(contents) },
  { siteUrl, maxTextCodePoints },
  createBodyCache(() => {}),
)
const description = describeInterface({
  services,
  siteUrl,
  baseUrl: config.basePath,
  rateLimit: { limit: config.rateLimit, windowMs: config.rateWindowMs },
  version,
})
process.stdout.write(JSON.stringify(description))
