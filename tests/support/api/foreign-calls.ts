import * as allCounts from '#app/api/v1/counts/all/route.ts'
import * as counts from '#app/api/v1/counts/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as mergeFolder from '#app/api/v1/folders/[id]/merge/route.ts'
import * as arrangeFolders from '#app/api/v1/folders/arrange/route.ts'
import * as labels from '#app/api/v1/labels/route.ts'
import * as label from '#app/api/v1/labels/[id]/route.ts'
import * as assignLabel from '#app/api/v1/labels/[id]/assign/route.ts'
import * as mergeLabel from '#app/api/v1/labels/[id]/merge/route.ts'
import * as undoImport from '#app/api/v1/import/undo/route.ts'
import * as opml from '#app/api/v1/opml/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as freshnessDay from '#app/api/v1/freshness/day/route.ts'
import * as freshness from '#app/api/v1/freshness/route.ts'
import * as freshnessMonth from '#app/api/v1/freshness/month/route.ts'
import * as statistics from '#app/api/v1/statistics/route.ts'
import * as freshnessSaving from '#app/api/v1/freshness/saving/route.ts'
import * as freshnessWeeks from '#app/api/v1/freshness/weeks/route.ts'
import * as freshnessSummary from '#app/api/v1/freshness/summary/route.ts'
import * as fresh from '#app/api/v1/postings/fresh/route.ts'
import * as listSettings from '#app/api/v1/list-settings/route.ts'
import * as chapters from '#app/api/v1/postings/[id]/chapters/route.ts'
import * as fullText from '#app/api/v1/postings/[id]/full-text/route.ts'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as mediaPosition from '#app/api/v1/postings/[id]/media-position/route.ts'
import * as story from '#app/api/v1/postings/[id]/story/route.ts'
import * as day from '#app/api/v1/postings/day/route.ts'
import * as markRead from '#app/api/v1/postings/mark-read/route.ts'
import * as undo from '#app/api/v1/postings/mark-read/undo/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as states from '#app/api/v1/postings/states/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as delays from '#app/api/v1/sources/[id]/delays/route.ts'
import * as worth from '#app/api/v1/sources/[id]/worth/route.ts'
import * as poll from '#app/api/v1/sources/[id]/poll/route.ts'
import * as polls from '#app/api/v1/sources/[id]/polls/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import * as fast from '#app/api/v1/subscriptions/[id]/fast/route.ts'
import * as arrangeSubscriptions from '#app/api/v1/subscriptions/arrange/route.ts'
import * as changeMany from '#app/api/v1/subscriptions/change/route.ts'
import * as endMany from '#app/api/v1/subscriptions/end/route.ts'
import * as restoreMany from '#app/api/v1/subscriptions/restore/route.ts'
import type { Call } from './call-route.ts'
import type { ForeignIds } from './foreign-ids.ts'
import { outputCallsWith } from './foreign-output-calls.ts'
import { ruleCallsWith } from './foreign-rule-calls.ts'
import { shareCallsWith } from './foreign-share-calls.ts'

/** The file that comes with the owner's posting. */
export const enclosureUrl = 'https://annas.example/sound.mp3'

/** A call by name, and the status of its answer to somebody else. */
export type NamedCall = readonly [name: string, status: number, call: () => Call]

const id = (number: string) => ({ id: number })

/** Each route with these ids, and what somebody else may be told. */
export const callsWith = (ids: () => ForeignIds): readonly NamedCall[] => [
  ['GET articles of a source', 200, () => ({ module: postings, query: `?sourceId=${ids().source}` })],
  ['GET articles of a folder', 200, () => ({ module: postings, query: `?folderId=${ids().folder}` })],
  ['GET starred postings', 200, () => ({ module: postings, query: `?starred=1&sourceId=${ids().source}` })],
  ['GET all postings', 200, () => ({ module: postings })],
  ['GET a posting', 404, () => ({ module: posting, params: id(ids().posting) })],
  [
    'PATCH a posting',
    404,
    () => ({ module: posting, method: 'PATCH', params: id(ids().posting), body: { isStarred: true } }),
  ],
  ['GET chapters', 404, () => ({ module: chapters, params: id(ids().posting) })],
  ['POST full text', 404, () => ({ module: fullText, method: 'POST', params: id(ids().posting) })],
  [
    'PUT media position',
    404,
    () => ({
      module: mediaPosition,
      method: 'PUT',
      params: id(ids().posting),
      body: { url: enclosureUrl, positionMs: 7 },
    }),
  ],
  ['PUT note', 404, () => ({ module: note, method: 'PUT', params: id(ids().posting), body: { text: 'x' } })],
  [
    'POST highlight',
    404,
    () => ({
      module: highlights,
      method: 'POST',
      params: id(ids().posting),
      body: { quote: 'x', before: '', behind: '' },
    }),
  ],
  [
    'PUT story',
    404,
    () => ({ module: story, method: 'PUT', params: id(ids().posting), body: { isSplit: true } }),
  ],
  [
    'POST state',
    200,
    () => ({ module: state, method: 'POST', body: { ids: [ids().posting], isRead: true, isStarred: true } }),
  ],
  ['POST states', 200, () => ({ module: states, method: 'POST', body: { ids: [ids().posting] } })],
  [
    'POST mark-read of a source',
    200,
    () => ({ module: markRead, method: 'POST', body: { sourceId: ids().source, throughId: '999999' } }),
  ],
  [
    'POST mark-read of a folder',
    200,
    () => ({ module: markRead, method: 'POST', body: { folderId: ids().folder, throughId: '999999' } }),
  ],
  [
    'POST mark-read beside a posting',
    200,
    () => ({
      module: markRead,
      method: 'POST',
      body: {
        throughId: '999999',
        asOfAt: new Date().toISOString(),
        beside: { postingId: ids().posting, side: 'upTo', order: 'newest' },
      },
    }),
  ],
  ['GET fresh count', 200, () => ({ module: fresh })],
  ['GET freshness', 200, () => ({ module: freshness })],
  ['GET freshness/summary', 200, () => ({ module: freshnessSummary })],
  ['GET freshness/weeks', 200, () => ({ module: freshnessWeeks })],
  ['GET freshness/month', 200, () => ({ module: freshnessMonth })],
  ['GET freshness/saving', 200, () => ({ module: freshnessSaving })],
  ['GET statistics', 200, () => ({ module: statistics })],
  ['GET freshness/day', 200, () => ({ module: freshnessDay })],
  ['GET list settings', 200, () => ({ module: listSettings })],
  ['POST undo', 200, () => ({ module: undo, method: 'POST', body: { undoToken: ids().undoToken } })],
  ['GET day', 200, () => ({ module: day })],
  ['GET counts', 200, () => ({ module: counts })],
  ['GET counts/all', 200, () => ({ module: allCounts, query: '?fresh=30&day=true' })],
  ['GET folders', 200, () => ({ module: folders })],
  [
    'PATCH a folder',
    404,
    () => ({ module: folder, method: 'PATCH', params: id(ids().folder), body: { name: 'x' } }),
  ],
  ['DELETE a folder', 404, () => ({ module: folder, method: 'DELETE', params: id(ids().folder) })],
  ['GET subscriptions', 200, () => ({ module: subscriptions })],
  [
    'PATCH a subscription',
    404,
    () => ({
      module: subscription,
      method: 'PATCH',
      params: id(ids().subscription),
      body: { ownTitle: 'x' },
    }),
  ],
  ['GET what wanting fast does', 404, () => ({ module: fast, params: id(ids().subscription) })],
  [
    'DELETE a subscription',
    404,
    () => ({ module: subscription, method: 'DELETE', params: id(ids().subscription) }),
  ],
  ['GET labels', 200, () => ({ module: labels })],
  ['GET articles of a label', 200, () => ({ module: postings, query: `?labelId=${ids().label}` })],
  [
    'PATCH a label',
    404,
    () => ({ module: label, method: 'PATCH', params: id(ids().label), body: { name: 'x' } }),
  ],
  ['DELETE a label', 404, () => ({ module: label, method: 'DELETE', params: id(ids().label) })],
  [
    'POST assign a label',
    404,
    () => ({
      module: assignLabel,
      method: 'POST',
      params: id(ids().label),
      body: { isOn: false, subscriptionIds: [Number(ids().subscription)], postingIds: [ids().posting] },
    }),
  ],
  [
    'POST merge a label',
    404,
    () => ({ module: mergeLabel, method: 'POST', params: id(ids().label), body: { intoId: 999_999 } }),
  ],
  [
    'POST merge a folder',
    404,
    () => ({ module: mergeFolder, method: 'POST', params: id(ids().folder), body: { intoId: 999_999 } }),
  ],
  [
    'POST arrange folders',
    204,
    () => ({ module: arrangeFolders, method: 'POST', body: { parentId: null, ids: [ids().folder] } }),
  ],
  [
    'POST arrange subscriptions',
    204,
    () => ({
      module: arrangeSubscriptions,
      method: 'POST',
      body: { folderId: null, ids: [ids().subscription] },
    }),
  ],
  [
    'POST change subscriptions',
    200,
    () => ({ module: changeMany, method: 'POST', body: { ids: [ids().subscription], isMuted: true } }),
  ],
  ['POST end', 200, () => ({ module: endMany, method: 'POST', body: { ids: [ids().subscription] } })],
  ['POST restore', 200, () => ({ module: restoreMany, method: 'POST', body: { ids: [ids().subscription] } })],
  [
    'POST undo of an import',
    200,
    () => ({
      module: undoImport,
      method: 'POST',
      body: {
        subscriptionIds: [ids().subscription],
        folderIds: [ids().folder],
        labelIds: [ids().label],
      },
    }),
  ],
  ['GET a source', 404, () => ({ module: source, params: id(ids().source) })],
  ['GET worth', 404, () => ({ module: worth, params: id(ids().source) })],
  ['GET delays', 404, () => ({ module: delays, params: id(ids().source) })],
  ['GET polls', 404, () => ({ module: polls, params: id(ids().source) })],
  ['POST poll', 404, () => ({ module: poll, method: 'POST', params: id(ids().source) })],
  ['GET opml', 200, () => ({ module: opml })],
  ...ruleCallsWith(ids),
  ...outputCallsWith(ids),
  ...shareCallsWith(ids),
]
