import RssParser from 'rss-parser'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { farmUrl, measureRound } from './farm-sources.ts'

/**
 * A process that only fetches the sources of a farm, with the client of the aggregator and as many at a time; `parsed`
 * also reads them with rss-parser: `node farm-fetching.ts PORT SOURCES CONCURRENCY`. Each message of its parent asks for
 * a round: `bodies`, `not-modified` or `parsed`.
 */
const [port = 0, sources = 0, concurrency = 0] = process.argv.slice(2).map(Number)
const options = { userAgent: 'bench', allowedPrivateNetworks: ['127.0.0.0/8'] }

type Kind = 'bodies' | 'not-modified' | 'parsed'

async function fetchOne(index: number, kind: Kind): Promise<void> {
  const etag = kind === 'not-modified' ? '"0"' : null
  const answer = await fetchFeed({ url: farmUrl(index, port), etag, lastModified: null }, options)
  if (answer.kind !== (kind === 'not-modified' ? 'not-modified' : 'fetched'))
    throw new Error(`source ${index}: ${JSON.stringify(answer)}`)
  if (kind === 'parsed' && answer.kind === 'fetched') {
    const { items } = await new RssParser().parseString(answer.body.toString())
    if (items.length === 0) throw new Error(`source ${index} is empty`)
  }
}

async function fetchAll(kind: Kind): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < sources; index = next++) await fetchOne(index, kind)
    }),
  )
}

process.on('message', async (kind: Kind) => process.send?.(await measureRound(() => fetchAll(kind))))
process.once('disconnect', () => process.exit(0))
