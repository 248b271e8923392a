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
const [{ describeInterface }, { createReloadable }, { loadWithOverlay }, { readConfig }] =
  await Promise.all(modules.map(load))
const listen = await load('http/listen')

const config = readConfig({})
const siteUrl = listen.defaultSiteUrl({ address: config.host, family: '', port: config.port })
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const folders = { generators: join(folder, 'generators'), locales: join(folder, 'locales') }
const reloadable = createReloadable({
  readable: { size: 0, open: async () => loadWithOverlay(folders) },
  siteUrl,
  maxTextCodePoints: config.maxTextCodePoints,
  describe: async (services) => () =>
    describeInterface({
      services,
      siteUrl,
      baseUrl: config.basePath,
      rateLimit: { limit: config.rateLimit, windowMs: config.rateWindowMs },
      version,
    }),
})
const description = await reloadable.description()
process.stdout.write(description.represent('identity').body)
