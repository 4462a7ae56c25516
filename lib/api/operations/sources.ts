import { z } from 'zod'
import {
  alsoRead,
  discoverPreview,
  expectedDelay,
  hotSources,
  starterPack,
  discoverSettings,
  expectedQuery,
} from '#lib/api/sources/discover.ts'
import { feedCandidate, discoverRequest } from '#lib/api/sources/subscriptions.ts'
import {
  pollItem,
  pollsQuery,
  readingStatistics,
  sourceDetail,
  sourceWorth,
} from '#lib/api/sources/sources.ts'
import {
  delayHistory,
  delaysQuery,
  freshnessDay,
  freshnessMonth,
  freshnessQuery,
  freshnessSources,
  freshnessWeeks,
  readingFreshness,
  weekSaving,
} from '#lib/api/freshness/freshness.ts'
import { imageQuery } from '#lib/api/postings/postings.ts'
import { none, open, read, write, type Operations } from './operation.ts'

/** Sources and how fresh they are; finding new ones. */
export const sources: Operations = {
  'GET /sources/{id}': read(
    'A feed: its next check (next_poll_at) and the reason, its plan, promise, delay, window, push and health',
    sourceDetail,
    none,
  ),
  'GET /sources/{id}/polls': read(
    'The latest checks of a feed, with their reasons',
    z.object({ polls: z.array(pollItem) }),
    {
      ...none,
      query: pollsQuery,
      sample: () => ({ query: { limit: '20' } }),
    },
  ),
  'GET /sources/{id}/delays': read('The delays of a feed by day', delayHistory, {
    ...none,
    query: delaysQuery,
    sample: () => ({ query: { days: '30' } }),
  }),
  'GET /sources/{id}/worth': read(
    'The value of a check of a feed at each time of the coming day',
    z.object({ worth: sourceWorth.nullable() }),
    none,
  ),
  'POST /sources/{id}/poll': write(
    'Checks a feed as soon as its site allows',
    z.object({ nextPollAt: z.string() }),
    {
      errors: ['not_found', 'too_many_requests', 'opted_out', 'conflict'],
    },
  ),
  'GET /freshness': read('The freshness of your feeds', freshnessSources, {
    query: freshnessQuery,
    sample: () => ({ query: { sort: 'state' } }),
  }),
  'GET /freshness/summary': read('The freshness of everything you read', readingFreshness),
  'GET /freshness/weeks': read('The freshness of everything you read, by week', freshnessWeeks),
  'GET /freshness/day': read('The freshness of everything you read, on the last day', freshnessDay),
  'GET /freshness/month': read('The articles of the last 30 days with their delays', freshnessMonth),
  'GET /freshness/saving': read(
    'How much earlier this week’s articles were found than by hourly checks',
    weekSaving,
  ),
  'GET /statistics': read('What you open of what is found, by month and by feed', readingStatistics),
  'POST /discover': read(
    'The feeds that an address offers',
    z.object({ candidates: z.array(feedCandidate) }),
    {
      body: discoverRequest,
      errors: ['source_unreachable', 'no_feed_found', 'opted_out', 'too_many_requests', 'unavailable'],
      sample: ({ site }) => ({ body: { input: `${site}/feed` } }),
    },
  ),
  'GET /discover/hot': read('The feeds that many people read here', hotSources),
  'GET /discover/also-read': read('Feeds that readers of your feeds also read', alsoRead),
  'GET /discover/packs': read('The starter packs', z.object({ packs: z.array(starterPack) })),
  'GET /discover/expected': read('The expected delay of a feed that posts at a given rate', expectedDelay, {
    query: expectedQuery,
    sample: () => ({ query: { postingsPerDay: '10' } }),
  }),
  'GET /discover/sources/{id}': read('A feed that many people read', discoverPreview, {
    ...none,
    without: 'too few read the source of a test',
  }),
  'GET /discover/settings': read('Whether your subscriptions count in recommendations', discoverSettings),
  'PATCH /discover/settings': write(
    'Changes whether your subscriptions count in recommendations',
    discoverSettings,
    {
      body: discoverSettings,
      sample: () => ({ body: { isCounted: false } }),
    },
  ),
  'GET /images': open(
    'A picture of an article, by the address that came with it',
    { type: 'image/*', says: 'The picture.' },
    {
      query: imageQuery,
      errors: ['forbidden', 'not_found', 'too_many_requests', 'unavailable'],
      sample: ({ image }) => ({ query: image }),
    },
  ),
}
