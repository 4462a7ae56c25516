import sharp from 'sharp'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { proxiedImage } from '#lib/documents/html/image-address.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { document, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'

const paragraph = `<p>${'The lighthouse keeper wrote down each ship that passed in the night. '.repeat(8)}</p>`
const article = `<html><head><title>The keeper’s book</title></head><body><article>${paragraph.repeat(4)}</article></body></html>`
const html = { 'content-type': 'text/html; charset=utf-8' }

export type SampleSite = Pick<SampleIds, 'site' | 'image'> & { readonly close: () => Promise<void> }

/** A site with all that examples of operations ask a publisher for. */
export async function startSampleSite(): Promise<SampleSite> {
  const server = await createFeedServer({ hosts: 1, network: process.pid })
  const site = server.origin
  const opml = `<opml version="2.0"><body><outline type="rss" text="News" xmlUrl="${site}/feed"/></body></opml>`
  const colour = { width: 40, height: 30, channels: 3, background: '#06a' } as const
  const picture = await sharp({ create: colour }).png().toBuffer()
  server.route(
    '/feed',
    document(rssDocument('News', makePostings('News', 3, Date.now())), 'application/rss+xml'),
  )
  server.route('/list.opml', document(opml, 'text/x-opml'))
  server.route('/article', status(200, html, article))
  server.route('/a.png', (_, response) => void response.writeHead(200).end(picture))
  const url = `${site}/a.png`
  const query = new URL(proxiedImage(url, process.env['AUTH_SECRET'] ?? ''), site).searchParams
  return { site, image: { url, signature: query.get('signature') ?? '' }, close: server.close }
}
