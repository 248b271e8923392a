// Prints what a service with default settings answers at /openapi.json. FOLDER is that of a release,
// without its packages:
//
//   node .ci/openapi.mjs FOLDER
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = resolve(process.argv[2] ?? '.')
const load = (module) => import(pathToFileURL(join(folder, 'dist', 'lib', `${module}.js`)).href)
const { describeInterface } = await load('api/openapi')
const { readConfig } = await load('settings/config')
const { defaultSiteUrl } = await load('http/listen')

const { host, port, basePath, maxTextCodePoints, rateLimit, rateWindowMs } = readConfig({})
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const description = describeInterface({
  baseUrl: basePath,
  siteUrl: defaultSiteUrl({ address: host, family: '', port }),
  version,
  maxTextCodePoints,
  rateLimit: { limit: rateLimit, windowMs: rateWindowMs },
})
process.stdout.write(JSON.stringify(description))
