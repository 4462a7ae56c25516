import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchResult, Obstacle } from '#lib/documents/door/fetch-types.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import {
  isAllowedByRobots,
  parseRobots,
  silentRobots,
  tokenOf,
  type RobotsRules,
} from '#lib/documents/fetch/robots.ts'
import { pauseOfHost } from '#lib/policy/schedule/host-patience.ts'
import { findRobots, storeRobots, type StoredRobots } from '#lib/store/hosts/robots-files.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Asker } from './host-turn.ts'

/** RFC 9309, 2.4: a file is not used for longer; it is not asked for more often either. */
const keptMs = DAY_MS
/** A slow robots.txt must not cost the poll. */
const timeoutMs = 3_000
const maxBytes = 1_000_000
/** Of an origin whose name any name server may know; a longer one fits into no index, and would fail with the files that are stored with it. */
const longestOrigin = 300

/** The meaning of an origin's robots.txt for a request to an address there. */
type HeededRobots = {
  /** The pause between two requests that it asks for; null: none. */
  readonly crawlDelayMs: number | null
  /** Null: the address may be asked for. */
  readonly obstacle: Obstacle | null
}

/**
 * Heeds the robots.txt that holds for an address: as stored when it was read within a day, else asked for, by the same client
 * and under the same guard as everything. The host must be ours to ask. One that is missing or fails forbids nothing; while
 * its server does not answer, what it said before holds on. Where it answers with Retry-After nothing is asked before.
 * @param known as the claim brought it; absent: read from the database
 */
export async function heedRobots(
  asker: Asker,
  url: string,
  known?: StoredRobots | null,
  signal?: AbortSignal,
): Promise<HeededRobots> {
  const { origin = '' } = URL.parse(url) ?? {}
  if (origin === '' || origin.length > longestOrigin) return { crawlDelayMs: null, obstacle: null }
  const { robots, pause } = await robotsFor(asker, origin, known, signal)
  return { crawlDelayMs: robots.crawlDelayMs, obstacle: pause ?? robotsObstacle(robots, url) }
}

type Asked = { readonly robots: RobotsRules; readonly pause: Obstacle | null }

async function robotsFor(
  asker: Asker,
  origin: string,
  known: StoredRobots | null | undefined,
  signal: AbortSignal | undefined,
): Promise<Asked> {
  const before = known === undefined ? await findRobots(asker.database, origin) : known
  if (before !== null && Math.abs(asker.clock.now() - before.checkedAt) < keptMs)
    return { robots: before, pause: null }
  const answer = await askForRobots(asker, origin, signal)
  const isRefused =
    answer.kind === 'failed' && ['private-address', 'bad-url', 'aborted'].includes(answer.errorKind)
  if (isRefused) return { robots: silentRobots, pause: null }
  const robots = readRobots(answer, before ?? silentRobots, asker.userAgent)
  const pause = pauseOf(answer, asker.clock.now())
  // A file that is always answered by a pause must not keep its feeds from being asked for ever: it is not asked again right after it.
  await storeRobots(asker.database, origin, { ...robots, checkedAt: pause?.until ?? asker.clock.now() })
  return { robots, pause }
}

/** The pause of a host, a day at most; it is that of all its sources. One that is over asks for nothing. */
function pauseOf(answer: FetchResult, now: number): (Obstacle & { readonly kind: 'wait' }) | null {
  if (answer.kind !== 'throttled' || answer.retryAt === null || answer.retryAt <= now) return null
  return { kind: 'wait', until: pauseOfHost(answer.retryAt, now), httpStatus: answer.httpStatus }
}

function robotsObstacle(robots: RobotsRules, url: string): Obstacle | null {
  if (isAllowedByRobots(robots, url)) return null
  const { host } = new URL(url)
  return optOutBy(host, `The robots.txt of ${host} asks this server not to read this address.`)
}

function askForRobots(asker: Asker, origin: string, signal: AbortSignal | undefined): Promise<FetchResult> {
  const { userAgent, allowedPrivateNetworks, clock } = asker
  const isElsewhere = (target: string) => hostOf(target) !== hostOf(origin)
  return fetchFeed(
    { url: `${origin}/robots.txt`, etag: null, lastModified: null, signal },
    {
      userAgent,
      allowedPrivateNetworks,
      now: clock.now,
      timeoutMs,
      maxBytes,
      accept: 'text/plain, */*;q=0.5',
      // Only this host is ours to ask; a file that lives elsewhere counts as missing.
      mayFollow: (target) =>
        Promise.resolve(
          isElsewhere(target) ? optOutBy(hostOf(origin), 'Its robots.txt is elsewhere.') : null,
        ),
    },
  )
}

function optOutBy(host: string, message: string): Obstacle {
  return { kind: 'opted-out', by: 'robots', host, message }
}

function readRobots(answer: FetchResult, before: RobotsRules, userAgent: string): RobotsRules {
  if (answer.kind === 'fetched') {
    const names = ['skylark', tokenOf(userAgent)]
    return parseRobots(answer.body.toString('utf8'), names) // RFC 9309, 2.3: no other encoding
  }
  const isUnknown =
    answer.kind === 'throttled' ||
    (answer.kind === 'failed' && (answer.httpStatus === null || answer.httpStatus >= 500))
  return isUnknown ? { rules: before.rules, crawlDelayMs: before.crawlDelayMs } : silentRobots
}
