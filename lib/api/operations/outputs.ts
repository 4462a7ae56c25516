import { z } from 'zod'
import { digestChange, digestEnd, digestItem, digestRequest } from '#lib/api/outputs/digests.ts'
import { outputFeedChange, outputFeedItem, outputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import { none, open, read, write, type Operations } from './operation.ts'

const ofMail = ({ digestToken }: { readonly digestToken: string }) => ({ query: { token: digestToken } })

/** Lists that go out: as feeds at secret addresses, and by mail. */
export const outputs: Operations = {
  'GET /output-feeds': read('All output feeds, by name', z.object({ feeds: z.array(outputFeedItem) })),
  'POST /output-feeds': write('Creates an output feed of a list, at a secret address', outputFeedItem, {
    body: outputFeedRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict'],
    sample: ({ folder }) => ({ body: { name: 'For the team', place: { kind: 'folder', folderId: folder } } }),
  }),
  'PATCH /output-feeds/{id}': write('Changes an output feed; its address stays', outputFeedItem, {
    ...none,
    body: outputFeedChange,
    sample: () => ({ body: { text: 'short', mostEntries: 20 } }),
  }),
  'DELETE /output-feeds/{id}': write('Deletes an output feed', null, none),
  'POST /output-feeds/{id}/renew': write(
    'Gives an output feed a new address; the old one stops working',
    outputFeedItem,
    none,
  ),
  'GET /digests': read(
    'All digests, by name, and whether this server can send e-mail',
    z.object({ digests: z.array(digestItem), canSend: z.boolean() }),
  ),
  'POST /digests': write('Creates a digest', digestItem, {
    body: digestRequest,
    isOnce: true,
    status: 201,
    errors: ['conflict', 'forbidden'],
    sample: ({ label }) => ({
      body: { name: 'At seven', place: { kind: 'label', labelId: label }, hour: 7, zone: 'Europe/Berlin' },
    }),
  }),
  'PATCH /digests/{id}': write('Changes a digest', digestItem, {
    ...none,
    body: digestChange,
    sample: () => ({ body: { isOn: false } }),
  }),
  'DELETE /digests/{id}': write('Deletes a digest', null, none),
  'POST /digests/end': open(
    'Ends a digest by the token of its e-mails (RFC 8058)',
    z.object({ name: z.string() }),
    { query: digestEnd, errors: ['not_found', 'too_many_requests'], sample: ofMail },
  ),
  'GET /digests/end': open('Redirects from a digest to the page that ends it', 'The page.', {
    query: digestEnd,
    status: 303,
    sample: ofMail,
  }),
}
