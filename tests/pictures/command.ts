/**
 * `npm run bench -- pictures [NAME …]`: takes the pictures of docs/pictures anew, all or those of these names. Publishers that were made up publish for
 * five weeks, the aggregator polls them in compressed time, and Chromium looks at the server. It takes some minutes.
 */
import path from 'node:path'
import { startSites } from './sites.ts'

const dayMs = 86_400_000
const endAt = Date.now() + dayMs
const startAt = Date.now() - 35 * dayMs
const sites = await startSites(startAt, endAt)
process.env['BENCH_NAME_SERVER'] = sites.names
// Before whatever asks for names is loaded.
await import(path.resolve('tests/bench/own-names.mjs'))
const { takePictures } = await import('./take-pictures.ts')
try {
  await takePictures(sites, startAt, process.argv.slice(2))
} finally {
  await sites.close()
}
