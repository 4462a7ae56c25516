import { z } from 'zod'
import { importMade, opmlReport, opmlAddressRequest } from '#lib/api/sources/subscriptions.ts'
import { missedAnswer, eventsQuery, missedQuery } from '#lib/api/events/events.ts'
import { postingDetail, postingItem } from '#lib/api/postings/postings.ts'
import { offlineBody } from '#lib/api/postings/offline.ts'
import { open, read, write, type Operations } from './operation.ts'

const opml = { type: 'text/x-opml', says: 'A list of subscriptions, OPML 2.0.' } as const

const list =
  '<opml version="2.0"><body><outline type="rss" text="News" xmlUrl="https://example.org/feed.xml"/></body></opml>'

const offline = z.object({
  userId: z.string(),
  asOfId: z.string(),
  readAt: z.string(),
  hasMore: z.boolean(),
  outdated: z.array(z.string()),
  postings: z.array(postingItem),
  texts: z.array(postingDetail),
  places: z.record(z.string(), z.object({ weight: z.number(), fresh: z.number() })),
})

/** The things that come in and go out as a whole, and what is told as it happens. */
export const moving: Operations = {
  'GET /openapi.json': open('This description', 'OpenAPI 3.1'),
  'GET /events': read(
    'Events as they happen (server-sent events)',
    {
      type: 'text/event-stream',
      says: 'ServerEvent; the id is a position, to come back with (Last-Event-ID or ?since=).',
    },
    { query: eventsQuery },
  ),
  'GET /events/missed': read('The events since a position', missedAnswer, {
    query: missedQuery,
    sample: ({ position }) => ({ query: { since: position } }),
  }),
  'GET /opml': read('Your subscriptions as OPML', opml),
  'POST /opml': write('Subscribes to the feeds of an OPML file', opmlReport, {
    body: opml,
    errors: ['too_large', 'unavailable'],
    sample: () => ({ body: list }),
  }),
  'POST /opml/from-address': write('Subscribes to the feeds of an OPML file at an address', opmlReport, {
    body: opmlAddressRequest,
    errors: ['source_unreachable', 'opted_out', 'too_many_requests', 'unavailable'],
    sample: ({ site }) => ({ body: { url: `${site}/list.opml` } }),
  }),
  'GET /export': read('Exports the whole account as one document', {
    type: 'application/json',
    says: 'AccountExport, which POST /import takes back.',
  }),
  'POST /import': write(
    'Imports an export of this or another reader',
    { type: 'application/x-ndjson', says: 'ImportMessage: how far it is, then what became of it.' },
    {
      body: { type: 'application/octet-stream', says: 'A file or an archive of files.' },
      errors: ['too_large', 'conflict', 'storage_full'],
      sample: () => ({ body: list }),
    },
  ),
  'POST /import/undo': write('Undoes an import of OPML', z.object({ ended: z.number() }), {
    body: importMade,
    sample: ({ subscription, folder, label }) => ({
      body: { subscriptionIds: [subscription], folderIds: [folder], labelIds: [label] },
    }),
  }),
  'POST /offline': read('The articles that a device keeps for reading offline', offline, {
    body: offlineBody,
    sample: () => ({ body: { count: 100 } }),
  }),
}
