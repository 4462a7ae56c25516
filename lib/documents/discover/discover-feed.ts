import { explainFailure } from '#lib/documents/fetch/explain-failure.ts'
import { explainAnswer, failed, failedBy, failedByOptOut, type FailedDiscovery } from './failed-discovery.ts'
import { addressesByRule, wellKnownAddresses } from './feed-addresses.ts'
import { feedsOfLinkHeader, isOfComments } from './feed-links.ts'
import type { FeedKind, ParsedFeed, ParseResult } from '#lib/documents/read/feed-types.ts'
import type { FetchResult, Fetched, OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Barrier } from '#lib/documents/door/find-barrier.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import { pastedAddress } from './pasted-address.ts'
import { podcastLookup } from './podcast-pages.ts'
import type { PageFeeds } from './read-page.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

/** Tools of discovery: a guarded request, and readers of foreign documents (the pool in production). */
export type DiscoveryTools = {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<FetchResult>
  readonly parse: (document: FeedDocument) => Promise<ParseResult>
  readonly readPage: (page: FeedDocument) => Promise<PageFeeds>
  /** Called with the address of each feed that is found, and its answer. */
  readonly onFeed?: (url: string, answer: Fetched) => void
  /** For the address that was pasted, and once more for all that its page names. Default 5 s. */
  readonly budgetMs?: number
  /** Where the directory of podcasts is asked. Default: Apple's. */
  readonly podcastDirectory?: string
}

export type FoundFeed = {
  readonly url: string
  readonly title: string | null
  readonly description: string | null
  readonly siteUrl: string | null
  readonly kind: FeedKind
  readonly entriesCount: number
  readonly lastPostingAt: number | null
  /** From the dates in the document; null with fewer than two. */
  readonly postingsPerDay: number | null
  readonly sample: readonly {
    readonly title: string | null
    readonly url: string | null
    readonly publishedAt: number | null
  }[]
}

export type Discovery =
  | { readonly kind: 'found'; readonly candidates: readonly FoundFeed[] }
  | FailedDiscovery

/**
 * Finds the feeds behind whatever a person pastes: the address of a feed, of a page, a bare host or a handle. In this order:
 * the document itself; rules for known sites; what the page and its Link header declare; links that look like feeds;
 * well-known paths, only when nothing else was found. The candidates are fetched in parallel and read one after
 * the other; what is no feed is left out. Comment feeds come last. Each of the two steps ends within the budget, with what it
 * has by then: a slow page, or a thread that has to start for it, takes nothing from its feeds. Where no feed is found, the reason is
 * given: one that was named and did not answer counts before "no feed".
 */
export async function discoverFeeds(input: string, tools: DiscoveryTools): Promise<Discovery> {
  const pageUrl = pastedAddress(input)
  if (pageUrl === null) return failed('bad-address', 'noAddress', { input: input.trim().slice(0, 200) })
  const { budgetMs = 5_000 } = tools
  const [optOuts, refusals, unanswered]: [OptOut[], FetchFailure[], Unanswered[]] = [[], [], []]
  const inTurn = turns()
  // A guess that is refused says nothing of a feed: most programs of the web send unknown addresses to their login.
  const visit = (url: string, signal: AbortSignal, isGuess = false) =>
    visitFeed(
      url,
      tools,
      signal,
      isGuess ? { optOuts, refusals: [], unanswered: [], inTurn } : { optOuts, refusals, unanswered, inTurn },
    )
  const pasted = AbortSignal.timeout(budgetMs)
  const byRule = ruledAddresses(pageUrl, tools, pasted).then((addresses) =>
    Promise.all(addresses.map((address) => visit(address, pasted))),
  )
  const [{ url, answer: page }, ruled] = await Promise.all([fetchPage(input, pageUrl, tools, pasted), byRule])
  const visits = found(ruled)
  if (page.kind !== 'fetched')
    return visits.length > 0
      ? { kind: 'found', candidates: rank(visits) }
      : explainAnswer(page.kind === 'failed' ? await explainFailure(page, tools.parse) : page, pageUrl)
  const itself = await readCandidate(url, page, tools, refusals)
  if (itself !== null) return { kind: 'found', candidates: [itself.candidate] }
  const moved = await followed(page, tools, pasted, unanswered)
  if (moved.candidate !== null) return { kind: 'found', candidates: [moved.candidate] }
  const named = AbortSignal.timeout(budgetMs)
  for (const { addresses, isGuess } of stagesOf(moved)) {
    if (named.aborted || visits.length > 0) break
    const asked = addresses.slice(0, mostVisits).map((address) => visit(address, named, isGuess))
    visits.push(...found(await Promise.all(asked)))
  }
  const ranked = rank(visits)
  if (ranked.length > 0) return { kind: 'found', candidates: ranked }
  if (optOuts[0] !== undefined) return failedByOptOut(optOuts[0])
  if (refusals[0] !== undefined) return failedBy(refusals[0], pageUrl)
  if (unanswered[0] !== undefined) return explainAnswer(unanswered[0].answer, unanswered[0].url)
  return named.aborted
    ? failed('no-answer', 'searchEnded', { host: new URL(pageUrl).host, seconds: budgetMs / 1000 })
    : failed('no-feed', 'noFeedAt', { url: pageUrl })
}

/** An address that was named, and where no document is. */
type Unanswered = { readonly url: string; readonly answer: Exclude<FetchResult, Fetched> }

/** One that was given up at the end of the budget says nothing of its server: it may have been asked a moment before. */
function keepUnanswered(unanswered: Unanswered[], url: string, answer: Unanswered['answer']): void {
  if (answer.kind !== 'failed' || answer.errorKind !== 'aborted') unanswered.push({ url, answer })
}

/** What rules say of an address, and of a podcast's page what the directory says. */
async function ruledAddresses(
  pageUrl: string,
  tools: DiscoveryTools,
  signal: AbortSignal,
): Promise<string[]> {
  const lookup = podcastLookup(pageUrl, tools.podcastDirectory)
  if (lookup === null) return addressesByRule(pageUrl)
  const answer = await tools.fetch(lookup, signal)
  return answer.kind === 'fetched' ? [...(await feedsIn(answer, tools)).inData] : []
}

/** Requests of one stage; a page that names more feeds than this names them all alike. */
const mostVisits = 16

/** How much of a page is searched, in bytes: it names its feeds early. */
const longestPage = 2_000_000

function feedsIn({ body, contentType, finalUrl: url }: Fetched, tools: DiscoveryTools): Promise<PageFeeds> {
  return tools.readPage({ body: Buffer.from(body.subarray(0, longestPage)), contentType, url })
}

/** A page that was read, or the feed that stands in its place. */
type Followed = {
  readonly page: Fetched
  readonly named: PageFeeds
  readonly candidate: FoundFeed | null
}
const mostMoves = 3

/** The page to search: where one that names no feed moves its readers (meta refresh), the one they arrive at. */
async function followed(
  page: Fetched,
  tools: DiscoveryTools,
  signal: AbortSignal,
  unanswered: Unanswered[],
): Promise<Followed> {
  let at: Followed = { page, named: await feedsIn(page, tools), candidate: null }
  for (let move = 0; move < mostMoves; move++) {
    const { declared, movesTo } = at.named
    if (movesTo === null || declared.length > 0 || signal.aborted) break
    const answer = await tools.fetch(movesTo, signal)
    if (answer.kind !== 'fetched') {
      keepUnanswered(unanswered, movesTo, answer)
      break
    }
    const visit = await readCandidate(movesTo, answer, tools)
    if (visit !== null) return { ...at, candidate: visit.candidate }
    at = { page: answer, named: await feedsIn(answer, tools), candidate: null }
  }
  return at
}

/** What to try after another. */
function stagesOf({ page, named: { declared, inData, mentioned } }: Followed): Stage[] {
  const first = new Set([...feedsOfLinkHeader(page.linkHeader, page.finalUrl), ...declared, ...inData])
  return [
    { addresses: [...first], isGuess: false },
    { addresses: [...mentioned], isGuess: true },
    { addresses: wellKnownAddresses(page.finalUrl), isGuess: true },
  ]
}

type Stage = {
  readonly addresses: readonly string[]
  /** Nobody said that a feed is there. */
  readonly isGuess: boolean
}

/** A bare host is asked by https first; the few that have none get a second chance by http. */
async function fetchPage(
  input: string,
  url: string,
  tools: DiscoveryTools,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly answer: FetchResult }> {
  const answer = await tools.fetch(url, signal)
  const isGuess = url.startsWith('https:') && !/^[a-z]+:/i.test(input.trim().replace(/^[^/]*:\d+/, ''))
  const isRefused = answer.kind === 'failed' && (answer.errorKind === 'connect' || answer.errorKind === 'tls')
  if (!isGuess || !isRefused) return { url, answer }
  const plainUrl = url.replace(/^https:/, 'http:')
  return { url: plainUrl, answer: await tools.fetch(plainUrl, signal) }
}

/** A feed that was found, and the address that served it in the end. */
type Visit = { readonly candidate: FoundFeed; readonly finalUrl: string }

type Search = {
  /** Told why, where a publisher does not want to be asked. */
  readonly optOuts: OptOut[]
  /** Told why, where a barrier answered in place of a feed. */
  readonly refusals: FetchFailure[]
  /** Told why, where a feed is said to be and no document came. */
  readonly unanswered: Unanswered[]
  readonly inTurn: ReturnType<typeof turns>
}

async function visitFeed(
  url: string,
  tools: DiscoveryTools,
  signal: AbortSignal,
  { optOuts, refusals, unanswered, inTurn }: Search,
): Promise<Visit | null> {
  const answer = await tools.fetch(url, signal)
  if (answer.kind === 'fetched')
    return inTurn(() => (signal.aborted ? null : readCandidate(url, answer, tools, refusals)))
  if (answer.kind === 'opted-out') optOuts.push(answer)
  if (answer.kind === 'failed' && answer.barrier !== undefined) refusals.push(answer)
  keepUnanswered(unanswered, url, answer)
  return null
}

/** Runs one work of a search after the other, so that those of other searches have their turns between. */
function turns(): <T>(work: () => Promise<T> | T) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = before.then(work)
    before = turn.catch(() => null) // told to whoever waits for it
    return turn
  }
}

/**
 * The feed in an answer. Its address is the one that was asked for, unless every redirect on the way was permanent:
 * a temporary one may lead elsewhere tomorrow (RFC 9110 15.4.3).
 */
async function readCandidate(
  url: string,
  answer: Fetched,
  tools: DiscoveryTools,
  refusals: FetchFailure[] = [],
): Promise<Visit | null> {
  const { contentType, finalUrl } = answer
  const body = Buffer.from(answer.body) // the parser keeps what it is given; a page's links are still to be read
  const result = await tools.parse({ body, contentType, url: finalUrl })
  if (!result.ok && result.error.barrier !== undefined)
    refusals.push(failedDocument(answer, result.error.barrier))
  if (!result.ok) return null
  const foundUrl = answer.permanentUrl ?? url
  tools.onFeed?.(foundUrl, answer)
  return { candidate: describe(result.feed, foundUrl), finalUrl }
}

/** A page that came in place of a feed, as if its server had refused. */
function failedDocument({ finalUrl, httpStatus }: Fetched, barrier: Barrier): FetchFailure {
  const message = 'The server sent another page in place of a feed.'
  return {
    ...({ kind: 'failed', errorKind: 'http', httpStatus, retryAt: null, finalUrl } as const),
    systemCode: null,
    message,
    barrier,
  }
}

const dayMs = 86_400_000
/** Fewer dates do not tell how often a feed posts. */
const leastDates = 5

function describe(feed: ParsedFeed, url: string): FoundFeed {
  const times = feed.entries.map((entry) => entry.publishedAt ?? entry.updatedAt).filter((at) => at !== null)
  const oldest = Math.min(...times)
  const newest = Math.max(...times)
  const days = (newest - oldest) / dayMs
  return {
    url,
    title: feed.title,
    description: feed.description,
    siteUrl: feed.siteUrl,
    kind: feed.kind,
    entriesCount: feed.entries.length,
    lastPostingAt: times.length === 0 ? null : newest,
    postingsPerDay: times.length < leastDates || days <= 0 ? null : (times.length - 1) / days,
    sample: feed.entries
      .map(({ title, url: link, publishedAt, updatedAt }) => ({
        ...{ title, url: link },
        publishedAt: publishedAt ?? updatedAt,
      }))
      .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0))
      .slice(0, 5),
  }
}

function found(visits: readonly (Visit | null)[]): Visit[] {
  return visits.filter((visit) => visit !== null)
}

/** Each feed once, however many addresses lead to it; feeds of comments last and empty ones before them, otherwise in the order of the page. */
function rank(visits: readonly Visit[]): FoundFeed[] {
  const byFinalUrl = new Map<string, FoundFeed>()
  for (const { candidate, finalUrl } of visits) {
    if (!byFinalUrl.has(finalUrl)) byFinalUrl.set(finalUrl, candidate)
  }
  const distinct = [...new Map([...byFinalUrl.values()].map((feed) => [feed.url, feed])).values()]
  const isComments = ({ url, title }: FoundFeed) => {
    const { pathname, search } = new URL(url)
    return /comment/i.test(pathname) || /[?&]feed=comments/i.test(search) || isOfComments(title ?? '')
  }
  const placeOf = (feed: FoundFeed) => (isComments(feed) ? 2 : Number(feed.entriesCount === 0))
  return distinct.toSorted((a, b) => placeOf(a) - placeOf(b))
}
