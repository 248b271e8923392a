// Prints what a service answers at /openapi.json with its default settings, from the folder of a
// release, whose packages need not be there:
//
//   node .ci/openapi.mjs FOLDER
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? '.')
const load = (module) => import(pathToFileURL(join(folder, 'dist', 'lib', `${module}.js`)).href)
const [{ describeInterface }, { createReloadable }, { loadCatalogue }, { readConfig }, listen] =
  await Promise.all(
    ['api/openapi', 'api/live-catalogue', 'catalogue/catalogue', 'config', 'http/listen'].map(load),
  )

const config = readConfig({})
const siteUrl = listen.defaultSiteUrl({ address: config.host, family: '', port: config.port })
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const { description } = createReloadable({
  catalogue: loadCatalogue(join(folder, 'generators'), join(folder, 'locales')),
  siteUrl,
  maxTextCodePoints: config.maxTextCodePoints,
  describe: (services) =>
    describeInterface({
      services,
      siteUrl,
      baseUrl: config.basePath,
      rateLimit: { limit: config.rateLimit, windowMs: config.rateWindowMs },
      version,
    }),
})
process.stdout.write(description.represent('identity').body)
