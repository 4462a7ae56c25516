import { explainFailure } from '#lib/documents/fetch/explain-failure.ts'
import { explainAnswer, failed, failedBy, failedByOptOut, type FailedDiscovery } from './failed-discovery.ts'
import { addressesByRule, wellKnownAddresses, type CandidateAddresses as Stage } from './feed-addresses.ts'
import { feedsOfLinkHeader, isOfComments } from './feed-links.ts'
import type { FeedKind, ParsedFeed, ParseResult } from '#lib/documents/read/feed-types.ts'
import { createGate } from '#lib/documents/door/gate.ts'
import type { FetchResult, Fetched, OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Barrier } from '#lib/documents/door/find-barrier.ts'
import type { FeedDocument } from '#lib/documents/read/parse-feed.ts'
import { tellingTitle } from '#lib/documents/identity/telling-title.ts'
import { pastedAddress, addressByHttp } from './pasted-address.ts'
import { podcastLookup } from './podcast-pages.ts'
import type { PageFeeds } from './read-page.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Tools of discovery: a guarded request, and readers of foreign documents (the pool in production). */
export type DiscoveryTools = {
  readonly fetch: (url: string, signal: AbortSignal) => Promise<FetchResult>
  readonly parse: (document: FeedDocument) => Promise<ParseResult>
  readonly readPage: (page: FeedDocument) => Promise<PageFeeds>
  /** Called with the address of each feed that is found, and its answer. */
  readonly onFeed?: (url: string, answer: Fetched) => void
  /** For the address that was pasted, and once more for all that its page names. Default 5 s. */
  readonly budgetMs?: number
  /** The directory of podcasts that is asked. Default: Apple's. */
  readonly podcastDirectory?: string
}

export type FoundFeed = {
  readonly url: string
  readonly title: string | null
  readonly description: string | null
  readonly siteUrl: string | null
  /** As the feed names it, else as the page does that named the feed. */
  readonly iconUrl: string | null
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
 * well-known paths, only when nothing else was found. A few candidates are fetched in parallel and read one after
 * the other; what is no feed is left out. Comment feeds come last. The pasted address has a budget, and what its page names has another
 * one: a slow page, or a thread that has to start for it, takes nothing from its feeds. A search that finds no feed says why. A feed that
 * was named and did not come is told before "no feed".
 */
export async function discoverFeeds(input: string, tools: DiscoveryTools): Promise<Discovery> {
  const pageUrl = pastedAddress(input)
  if (pageUrl === null) return failed('bad-address', 'noAddress', { input: input.trim().slice(0, 200) })
  const { budgetMs = 5_000 } = tools
  const outcomes: Outcome[] = []
  const inTurn = turns()
  const visits = createGate(mostAtOnce, mostVisits)
  const visitAll = async ({ addresses, ground }: Stage, signal: AbortSignal) => {
    const found = await Promise.all(
      addresses
        .slice(0, mostVisits)
        .map((address) => visits.pass(() => visitFeed(address, tools, signal, inTurn))),
    )
    outcomes.push(
      ...found
        .filter((outcome) => outcome !== null)
        .filter(({ kind }) => ground === 'named' || told[ground].includes(kind)),
    )
    return outcomes.some(({ kind }) => kind === 'feed')
  }
  const pasted = AbortSignal.timeout(budgetMs)
  const byRule = ruledAddresses(pageUrl, tools, pasted).then((stage) => visitAll(stage, pasted))
  const [{ url, answer: page }, isFoundByRule] = await Promise.all([
    fetchPage(input, pageUrl, tools, pasted),
    byRule,
  ])
  if (page.kind !== 'fetched')
    return isFoundByRule
      ? { kind: 'found', candidates: rank(outcomes) }
      : explainAnswer(page.kind === 'failed' ? await explainFailure(page, tools.parse) : page, pageUrl)
  const itself = await readCandidate(url, page, tools)
  outcomes.push(itself)
  if (itself.kind === 'feed') return { kind: 'found', candidates: [itself.candidate] }
  const moved = await followed(page, tools, pasted)
  if (moved.end?.kind === 'feed') return { kind: 'found', candidates: [moved.end.candidate] }
  if (moved.end !== null) outcomes.push(moved.end)
  let isFound = isFoundByRule
  const named = AbortSignal.timeout(budgetMs)
  for (const stage of stagesOf(moved)) if (!named.aborted && !isFound) isFound = await visitAll(stage, named)
  if (!isFound) return explainOutcomes(outcomes, pageUrl)
  const ofPage = moved.named.icons[0] ?? null
  const candidates = rank(outcomes).map((feed) => ({ ...feed, iconUrl: feed.iconUrl ?? ofPage }))
  return { kind: 'found', candidates }
}

/** The end of the search at one address. `cut`: it was given up at the end of a budget, perhaps a moment after it was asked. */
type Outcome =
  | { readonly kind: 'feed'; readonly candidate: FoundFeed; readonly finalUrl: string }
  | { readonly kind: 'opted-out'; readonly answer: OptOut }
  | { readonly kind: 'refused'; readonly failure: FetchFailure }
  | { readonly kind: 'unanswered'; readonly url: string; readonly answer: Exclude<FetchResult, Fetched> }
  | { readonly kind: 'cut' }
  | { readonly kind: 'no-feed' }

/** An address that fails says nothing of a feed where none was named: most programs of the web send unknown ones to their login. */
const told: Readonly<Record<'linked' | 'guessed', readonly Outcome['kind'][]>> = {
  linked: ['feed', 'opted-out', 'cut'],
  guessed: ['feed', 'opted-out'],
}

/** Why none of the addresses is a feed: of several reasons the first in the order of the page. */
function explainOutcomes(outcomes: readonly Outcome[], pageUrl: string): FailedDiscovery {
  const first = <Kind extends Outcome['kind']>(kind: Kind) =>
    outcomes.find((outcome): outcome is Extract<Outcome, { readonly kind: Kind }> => outcome.kind === kind)
  const [optedOut, refused, unanswered] = [first('opted-out'), first('refused'), first('unanswered')]
  if (optedOut !== undefined) return failedByOptOut(optedOut.answer)
  if (refused !== undefined) return failedBy(refused.failure, pageUrl)
  if (unanswered !== undefined) return explainAnswer(unanswered.answer, unanswered.url)
  return first('cut') === undefined
    ? failed('no-feed', 'noFeedAt', { url: pageUrl })
    : failed('no-answer', 'searchEnded', { host: new URL(pageUrl).host })
}

/** The addresses that rules give for an address, and the directory for a podcast's page. */
async function ruledAddresses(pageUrl: string, tools: DiscoveryTools, signal: AbortSignal): Promise<Stage> {
  const lookup = podcastLookup(pageUrl, tools.podcastDirectory)
  if (lookup === null) return addressesByRule(pageUrl)
  const answer = await tools.fetch(lookup, signal)
  const addresses = answer.kind === 'fetched' ? [...(await feedsIn(answer, tools)).inData] : []
  return { addresses, ground: 'named' }
}

/** Requests of one stage; a page that names more feeds than this names them all alike. */
const mostVisits = 16
/** The documents of a search that are fetched, or wait to be read, at a time: each may be of 10 MB. */
const mostAtOnce = 4

/** The part of a page that is searched, in bytes: it names its feeds early. */
const longestPage = 2_000_000

function feedsIn({ body, contentType, finalUrl: url }: Fetched, tools: DiscoveryTools): Promise<PageFeeds> {
  return tools.readPage({ body: Buffer.from(body.subarray(0, longestPage)), contentType, url })
}

/** The page to search, and what came of the address that readers were last moved to; null: they stay where they are. */
type Followed = {
  readonly page: Fetched
  readonly named: PageFeeds
  readonly end: Outcome | null
}
const mostMoves = 3

/** The page to search: where one that names no feed moves its readers (meta refresh), the one they arrive at. */
async function followed(page: Fetched, tools: DiscoveryTools, signal: AbortSignal): Promise<Followed> {
  let at: Followed = { page, named: await feedsIn(page, tools), end: null }
  for (let move = 0; move < mostMoves; move++) {
    const { declared, movesTo } = at.named
    if (movesTo === null || declared.length > 0) break
    const answer = await tools.fetch(movesTo, signal)
    if (answer.kind !== 'fetched') return { ...at, end: withoutDocument(movesTo, answer) }
    const arrived = await readCandidate(movesTo, answer, tools)
    if (arrived.kind === 'feed') return { ...at, end: arrived }
    at = { page: answer, named: await feedsIn(answer, tools), end: arrived }
  }
  return at
}

/** The addresses to try, one stage after the other. */
function stagesOf({ page, named: { declared, inData, mentioned } }: Followed): Stage[] {
  const first = new Set([...feedsOfLinkHeader(page.linkHeader, page.finalUrl), ...declared, ...inData])
  return [
    { addresses: [...first], ground: 'named' },
    { addresses: [...mentioned], ground: 'linked' },
    { addresses: wellKnownAddresses(page.finalUrl), ground: 'guessed' },
  ]
}

/** A bare host is asked by https first; the few that have none get a second chance by http. */
async function fetchPage(
  input: string,
  url: string,
  tools: DiscoveryTools,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly answer: FetchResult }> {
  const answer = await tools.fetch(url, signal)
  const isRefused = answer.kind === 'failed' && (answer.errorKind === 'connect' || answer.errorKind === 'tls')
  const plainUrl = addressByHttp(input, url)
  if (plainUrl === null || !isRefused) return { url, answer }
  return { url: plainUrl, answer: await tools.fetch(plainUrl, signal) }
}

async function visitFeed(
  url: string,
  tools: DiscoveryTools,
  signal: AbortSignal,
  inTurn: ReturnType<typeof turns>,
): Promise<Outcome> {
  const answer = await tools.fetch(url, signal)
  if (answer.kind !== 'fetched') return withoutDocument(url, answer)
  return inTurn(() => (signal.aborted ? { kind: 'cut' } : readCandidate(url, answer, tools)))
}

/** A page of strangers may name addresses of our own network: nothing is told of those. */
function withoutDocument(url: string, answer: Exclude<FetchResult, Fetched>): Outcome {
  if (answer.kind === 'opted-out') return { kind: 'opted-out', answer }
  if (answer.kind !== 'failed') return { kind: 'unanswered', url, answer }
  if (answer.errorKind === 'aborted') return { kind: 'cut' }
  if (answer.errorKind === 'private-address' || answer.errorKind === 'bad-url') return { kind: 'no-feed' }
  return answer.barrier === undefined
    ? { kind: 'unanswered', url, answer }
    : { kind: 'refused', failure: answer }
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
async function readCandidate(url: string, answer: Fetched, tools: DiscoveryTools): Promise<Outcome> {
  const { contentType, finalUrl } = answer
  const body = Buffer.from(answer.body) // the parser keeps what it is given; a page's links are still to be read
  const result = await tools.parse({ body, contentType, url: finalUrl })
  if (!result.ok) {
    const { barrier } = result.error
    if (barrier === undefined) return { kind: 'no-feed' }
    return { kind: 'refused', failure: failedDocument(answer, barrier) }
  }
  const foundUrl = answer.permanentUrl ?? url
  tools.onFeed?.(foundUrl, answer)
  return { kind: 'feed', candidate: describe(result.feed, foundUrl), finalUrl }
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

/** Fewer dates do not tell how often a feed posts. */
const leastDates = 5

function describe(feed: ParsedFeed, url: string): FoundFeed {
  const times = feed.entries.map((entry) => entry.publishedAt ?? entry.updatedAt).filter((at) => at !== null)
  const oldest = Math.min(...times)
  const newest = Math.max(...times)
  const days = (newest - oldest) / DAY_MS
  return {
    url,
    title: feed.title,
    description: feed.description,
    siteUrl: feed.siteUrl,
    iconUrl: feed.iconUrl,
    kind: feed.kind,
    entriesCount: feed.entries.length,
    lastPostingAt: times.length === 0 ? null : newest,
    postingsPerDay: times.length < leastDates || days <= 0 ? null : (times.length - 1) / days,
    sample: feed.entries
      .map(({ title, url: link, excerpt, publishedAt, updatedAt }) => ({
        ...{ title: tellingTitle(title ?? '', link, excerpt) || excerpt || null, url: link },
        publishedAt: publishedAt ?? updatedAt,
      }))
      .toSorted((one, other) => (other.publishedAt ?? 0) - (one.publishedAt ?? 0))
      .slice(0, 5),
  }
}

/** Each feed once, however many addresses lead to it; feeds of comments last and empty ones before them, otherwise in the order of the page. */
function rank(outcomes: readonly Outcome[]): FoundFeed[] {
  const byFinalUrl = new Map<string, FoundFeed>()
  for (const outcome of outcomes)
    if (outcome.kind === 'feed' && !byFinalUrl.has(outcome.finalUrl))
      byFinalUrl.set(outcome.finalUrl, outcome.candidate)
  const distinct = [...new Map([...byFinalUrl.values()].map((feed) => [feed.url, feed])).values()]
  const isComments = ({ url, title }: FoundFeed) => {
    const { pathname, search } = new URL(url)
    return /comment/i.test(pathname) || /[?&]feed=comments/i.test(search) || isOfComments(title ?? '')
  }
  const placeOf = (feed: FoundFeed) => (isComments(feed) ? 2 : Number(feed.entriesCount === 0))
  return distinct.toSorted((a, b) => placeOf(a) - placeOf(b))
}
