import { createHash } from 'node:crypto'
import { explainFailure } from '#lib/documents/fetch/explain-failure.ts'
import type { DocumentHints } from '#lib/documents/read/feed-types.ts'
import { cleaningVersion } from '#lib/documents/html/sanitise-html.ts'
import type { FetchResult, Fetched } from '#lib/documents/door/fetch-types.ts'
import { pushOfferOf } from '#lib/documents/read/websub-offer.ts'
import { failureKindOf } from '#lib/policy/basics/failure-kind.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { PollFacts } from '#lib/policy/facts/types.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { hasSurfaced } from '#lib/store/ground/surfaced.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { compareDocument, wasCleanedOtherwise } from './compare-document.ts'
import { holdBack, holdBackEdits } from './hold-back.ts'
import { fetchReason, optOutReason, parseReason } from './failure-reason.ts'
import { securedUrl } from './prove-secured.ts'
import { cut, longest } from './text-limits.ts'
import type { PollRecord } from '#lib/store/polling/poll-record.ts'
import { pushShareAfter } from '#lib/policy/schedule/push-backup.ts'

/** The finds of a poll: everything of its record but the decision. */
export type Observation = Pick<
  PollRecord,
  | 'outcome'
  | 'httpStatus'
  | 'error'
  | 'bytes'
  | 'entries'
  | 'facts'
  | 'document'
  | 'validators'
  | 'pushOffer'
  | 'movedTo'
  | 'newPostings'
  | 'editedPostings'
  | 'aliases'
  | 'heldIds'
> & {
  /** The document's hints about when to look again; null when none was read. */
  readonly hints: DocumentHints | null
  /** Its own address over https, as the document names it; null: it names none. Absent: no document was read. */
  readonly namedUrl?: string | null
}

/** The new postings without those that surfaced: what a source is learnt by. */
export function publishedSince({ newPostings }: Pick<Observation, 'newPostings'>): readonly NewPosting[] {
  return newPostings.filter((posting) => !hasSurfaced(posting))
}

/** Turns the answer of a host into what the poll found: reads the document and compares it with what is stored. */
export async function readAnswer(
  context: AggregatorContext,
  source: ClaimedSource,
  answer: FetchResult,
  foundAt: number,
): Promise<Observation> {
  switch (answer.kind) {
    case 'fetched':
      return readDocument(context, source, answer, foundAt)
    case 'not-modified':
      return {
        ...nothingNew(source, 'unchanged'),
        outcome: 'not-modified',
        httpStatus: 304,
        movedTo: answer.permanentUrl,
      }
    case 'throttled':
      return {
        ...nothingNew(source, 'throttled', answer.retryAt),
        outcome: 'throttled',
        httpStatus: answer.httpStatus,
        error: { code: 'hostAsksPause', values: {} },
      }
    case 'gone':
      return {
        ...nothingNew(source, 'gone'),
        outcome: 'gone',
        httpStatus: 410,
        error: { code: 'ended', values: {} },
      }
    case 'opted-out':
      return {
        ...nothingNew(source, 'opted-out'),
        outcome: 'opted-out',
        httpStatus: null,
        error: optOutReason(answer),
      }
    case 'failed':
      return failed(source, fetchReason(await explainFailure(answer, context.parser.parse)), {
        httpStatus: answer.httpStatus,
        notBefore: answer.retryAt,
      })
    default:
      throw new TypeError(`unknown answer ${JSON.stringify(answer satisfies never)}`)
  }
}

/** The record of a poll whose document could not be stored. */
export function unstorable(source: ClaimedSource): Observation {
  return failed(source, { code: 'notStored', values: {} }, { httpStatus: null })
}

/** The record of a poll that failed. */
function failed(
  source: ClaimedSource,
  error: Reason,
  answer: Pick<Observation, 'httpStatus'> & { readonly bytes?: number; readonly notBefore?: number | null },
): Observation {
  const { notBefore = null, ...rest } = answer
  const base = nothingNew(source, 'failed', notBefore)
  const facts = { ...base.facts, failure: failureKindOf(error) }
  return { ...base, ...rest, outcome: 'failed', error, facts }
}

function nothingNew(source: ClaimedSource, outcome: PollFacts['outcome'], notBefore: number | null = null) {
  const hasFailed = outcome === 'failed' || outcome === 'gone'
  return {
    error: null,
    bytes: 0,
    entries: null,
    document: null,
    validators: null,
    hints: null,
    movedTo: null,
    newPostings: [],
    editedPostings: [],
    aliases: [],
    facts: {
      sourceId: source.id,
      outcome,
      consecutiveFailures: failuresAfter(source, outcome, hasFailed),
      notBefore,
      window: source.window,
      pushShare: source.push?.share ?? 0,
    },
  }
}

/** A pause that the host asks for is no error of the source: it neither counts nor clears. */
function failuresAfter(source: ClaimedSource, outcome: PollFacts['outcome'], hasFailed: boolean): number {
  if (hasFailed) return source.consecutiveFailures + 1
  return outcome === 'throttled' || outcome === 'opted-out' ? source.consecutiveFailures : 0
}

/** Of a document that is to come again. Where the last one was cleaned in another way that is remembered: what it changes is no edit. */
function unknown({ bodyHash }: ClaimedSource) {
  return {
    etag: null,
    lastModified: null,
    bodyHash: bodyHash !== null && wasCleanedOtherwise(bodyHash) ? bodyHash : '',
  }
}

async function readDocument(
  context: AggregatorContext,
  source: ClaimedSource,
  answer: Fetched,
  foundAt: number,
): Promise<Observation> {
  const bodyHash = `${cleaningVersion}:${createHash('sha256').update(answer.body).digest('hex')}`
  const fetched = { outcome: 'fetched' as const, httpStatus: answer.httpStatus, bytes: answer.bytes }
  if (bodyHash === source.bodyHash) {
    // The same document may have got new validators; with the old ones it would come whole for ever.
    const { etag, lastModified, permanentUrl: movedTo } = answer
    return { ...nothingNew(source, 'unchanged'), ...fetched, movedTo, validators: { etag, lastModified } }
  }
  const parsed = await context.parser.parse({
    body: answer.body,
    contentType: answer.contentType,
    url: answer.finalUrl,
  })
  if (!parsed.ok) return failed(source, parseReason(parsed.error, answer.finalUrl), fetched)
  const compared = await compareDocument(context, source, parsed.feed, foundAt, answer.serverAt)
  const newPostings = await holdBack(context.database, source, compared.newPostings, foundAt)
  const editedPostings = await holdBackEdits(context.database, source, compared, foundAt)
  // Postings that are held back are still to be read: the next answer must bring the document again.
  const isTaken =
    newPostings.length === compared.newPostings.length &&
    compared.uncompared === 0 &&
    editedPostings.length === compared.editedPostings.length
  const known = isTaken ? { etag: answer.etag, lastModified: answer.lastModified, bodyHash } : unknown(source)
  const pushOffer = pushOfferOf(source.url, answer, parsed.feed)
  const base = nothingNew(source, newPostings.length > 0 ? 'changed' : 'unchanged')
  return {
    ...base,
    ...fetched,
    movedTo: answer.permanentUrl,
    namedUrl: answer.finalUrl === source.url ? securedUrl(source.url, parsed.feed.selfUrl) : null,
    entries: parsed.feed.entries.length,
    hints: parsed.feed.hints,
    // A delta that names no hub does not withdraw it.
    ...(pushOffer === null && answer.isDelta ? {} : { pushOffer }),
    newPostings,
    editedPostings,
    aliases: compared.aliases,
    ...(answer.isDelta ? {} : { heldIds: compared.heldIds }),
    facts: {
      ...base.facts,
      window: compared.window,
      // Old ones that surface were missed by nobody.
      pushShare: pushShareAfterPoll(source, newPostings.filter((one) => !one.isInitial).length),
    },
    document: {
      title: cut(parsed.feed.title ?? '', longest.sourceTitle),
      description: cut(parsed.feed.description ?? '', longest.description),
      siteUrl: parsed.feed.siteUrl,
      iconUrl: parsed.feed.iconUrl,
      language: parsed.feed.language,
      ...known,
    },
  }
}

/**
 * The reliability of a source's hub after a poll that found `newPostings`. They are its misses, unless the poll was made
 * because it announced them (then it brought them), or they may be older than its subscription (then they tell nothing).
 */
function pushShareAfterPoll(
  { push, lastSuccessAt }: Pick<ClaimedSource, 'push' | 'lastSuccessAt'>,
  newPostings: number,
): number {
  if (push === null) return 0
  if (lastSuccessAt === null || lastSuccessAt < push.activeSince) return push.share
  const isAnnounced = push.pingedAt !== null && push.pingedAt > lastSuccessAt
  return pushShareAfter(push.share, isAnnounced ? 'push' : 'poll', newPostings)
}
