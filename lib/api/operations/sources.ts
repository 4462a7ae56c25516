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
import { sourceWorth } from '#lib/api/server/source-worth.ts'
import {
  freshnessDay,
  freshnessMonth,
  freshnessSources,
  freshnessWeeks,
  readingFreshness,
  weekSaving,
  freshnessQuery,
} from '#lib/api/freshness/freshness.ts'
import { delayHistory, delaysQuery } from '#lib/api/freshness/delay-history.ts'
import { pollItem, sourceDetail, pollsQuery } from '#lib/api/sources/sources.ts'
import { readingStatistics } from '#lib/api/sources/statistics.ts'
import { imageQuery } from '#lib/api/postings/images.ts'
import { open, read, write, type Operations } from './operation.ts'

const none = { errors: ['not_found'] } as const

/** Sources and how fresh they are; finding new ones. */
export const sources: Operations = {
  'GET /sources/{id}': read(
    'A source: when it is checked next (next_poll_at) and why, its plan, promise, delay, window, push, health',
    sourceDetail,
    none,
  ),
  'GET /sources/{id}/polls': read(
    'Its latest checks, with their reasons',
    z.object({ polls: z.array(pollItem) }),
    {
      ...none,
      query: pollsQuery,
      sample: () => ({ query: { limit: '20' } }),
    },
  ),
  'GET /sources/{id}/delays': read('Its delays by day', delayHistory, {
    ...none,
    query: delaysQuery,
    sample: () => ({ query: { days: '30' } }),
  }),
  'GET /sources/{id}/worth': read(
    'Why it is not checked now: what a check is worth at each instant of the coming day',
    z.object({ worth: sourceWorth.nullable() }),
    none,
  ),
  'POST /sources/{id}/poll': write(
    'Checks it as soon as its host allows',
    z.object({ nextPollAt: z.string() }),
    {
      errors: ['not_found', 'too_many_requests', 'opted_out', 'conflict'],
    },
  ),
  'GET /freshness': read('How fresh the own sources are', freshnessSources, {
    query: freshnessQuery,
    sample: () => ({ query: { sort: 'state' } }),
  }),
  'GET /freshness/summary': read('How fresh the own reading is', readingFreshness),
  'GET /freshness/weeks': read('The same by week', freshnessWeeks),
  'GET /freshness/day': read('The same of the last day', freshnessDay),
  'GET /freshness/month': read('The articles of the last 30 days with their delays', freshnessMonth),
  'GET /freshness/saving': read(
    'How much earlier postings were found this week than by hourly checks',
    weekSaving,
  ),
  'GET /statistics': read('What is read of what is found: by month, and by source', readingStatistics),
  'POST /discover': read(
    'The feeds that an address offers',
    z.object({ candidates: z.array(feedCandidate) }),
    {
      body: discoverRequest,
      errors: ['source_unreachable', 'no_feed_found', 'opted_out', 'too_many_requests'],
      sample: ({ site }) => ({ body: { input: `${site}/feed` } }),
    },
  ),
  'GET /discover/hot': read('What many read here', hotSources),
  'GET /discover/also-read': read('What readers of the own sources read besides', alsoRead),
  'GET /discover/packs': read('Lists to begin with', z.object({ packs: z.array(starterPack) })),
  'GET /discover/expected': read('The delay to expect of a feed that posts so often', expectedDelay, {
    query: expectedQuery,
    sample: () => ({ query: { postingsPerDay: '10' } }),
  }),
  'GET /discover/sources/{id}': read('A source that many read', discoverPreview, {
    ...none,
    without: 'too few read the source of a test',
  }),
  'GET /discover/settings': read('Whether the own reading counts in what others are shown', discoverSettings),
  'PATCH /discover/settings': write('Changes that', discoverSettings, {
    body: discoverSettings,
    sample: () => ({ body: { isCounted: false } }),
  }),
  'GET /images': open(
    'A picture of a posting, by the address that came with it',
    { type: 'image/*', says: 'The picture.' },
    {
      query: imageQuery,
      errors: ['forbidden', 'not_found', 'too_many_requests', 'unavailable'],
      sample: ({ image }) => ({ query: image }),
    },
  ),
}
