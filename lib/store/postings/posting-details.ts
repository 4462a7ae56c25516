import type { FullText, PostingDetail } from '#lib/api/postings/postings.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Enclosure } from '#lib/documents/read/feed-types.ts'
import { playedOnce } from '#lib/documents/html/played-once.ts'
import { shownHtml, shownImage } from '#lib/documents/html/shown-html.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findFullTexts } from './full-texts.ts'
import type { Prisma } from '#lib/store/generated/client.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { findMediaPositions } from './media-positions.ts'
import { findNotes } from './notes.ts'
import { delayBounds } from '#lib/store/ground/posting-delay.ts'
import { listClones, listVersions } from './posting-history.ts'
import {
  isoOf,
  itemColumns,
  itemJoins,
  mayRead,
  toPostingItem,
  type PostingItemRow,
} from '#lib/store/ground/posting-item.ts'
import { nextPollAtSql } from '#lib/store/hosts/next-poll.ts'
import { imageShower, presentItem } from '#lib/store/lists/present-items.ts'
import { toReason, toReasonItem } from '#lib/store/ground/reasons.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { splitClusters } from '#lib/store/stories/stories.ts'
import { sourcesShowingHours } from '#lib/store/marks/sources-showing-hours.ts'

type DetailRow = PostingItemRow & {
  readonly html: string
  readonly siteUrl: string | null
  readonly enclosures: Prisma.JsonValue
  readonly pollId: bigint | null
  readonly decisionReason: Prisma.JsonValue
  readonly prefersFullText: boolean
  readonly isSplit: boolean
  readonly isNoted: boolean
  readonly isFetched: boolean
  readonly isRevised: boolean
  readonly nextCheckAt: Date | null
  readonly expectedDelayMs: number | null
}

/** One posting with its text; null when the subscriber may not read it. */
export async function findPosting(
  database: Database | Transaction,
  subscriberId: string,
  id: bigint,
  now = systemClock.now(),
): Promise<PostingDetail | null> {
  const [posting] = await findPostings(database, subscriberId, [id], now)
  return posting ?? null
}

/** Those of the postings that the subscriber may read, with their texts, newest first: in as many statements as one. */
export async function findPostings(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  now: number,
): Promise<PostingDetail[]> {
  const rows = await readRows(database, subscriberId, ids)
  if (rows.length === 0) return []
  // Most postings have none of these: each statement costs as much as the posting itself.
  const idsOf = (has: (row: DetailRow) => boolean) => rows.filter(has).map(({ id }) => id)
  const showImage = imageShower(await getReadingSettings(database, subscriberId))
  const positionOf = await findMediaPositions(
    database,
    subscriberId,
    idsOf(({ enclosures }) => Array.isArray(enclosures) && enclosures.length > 0),
  )
  const fullTexts = await findFullTexts(
    database,
    idsOf(({ isFetched }) => isFetched),
    now,
  )
  const notes = await findNotes(
    database,
    subscriberId,
    idsOf(({ isNoted }) => isNoted),
  )
  const versions = await listVersions(
    database,
    subscriberId,
    idsOf(({ isRevised }) => isRevised),
  )
  const clones = await listClones(database, subscriberId, rows)
  const forReaders = rows.filter((row) => toReason(row.decisionReason)?.code === 'priceForReaders')
  const told = await sourcesShowingHours(
    database,
    forReaders.map(({ sourceId }) => sourceId),
  )
  const shown = <Text extends { readonly html: string }>(text: Text): Text => ({
    ...text,
    html: shownHtml(text.html, showImage),
  })
  return inSlices(
    rows,
    ({
      prefersFullText,
      isNoted: _isNoted,
      isFetched: _isFetched,
      isRevised: _isRevised,
      isSplit,
      siteUrl,
      pollId,
      decisionReason,
      nextCheckAt,
      expectedDelayMs,
      ...row
    }) => {
      const fullText = fullTexts.get(row.id) ?? null
      const enclosures = row.enclosures as unknown as readonly Enclosure[] // written by recordPoll from the same shape
      const files = enclosures.filter(({ type }) => /^(audio|video)\//.test(type ?? '')).map(({ url }) => url)
      const once = (html: string) => playedOnce(html, { files, page: row.url })
      const own = once(row.html)
      const whole = fullText?.kind === 'text' ? once(fullText.html) : null
      const isInText = (url: string) => own.inText.includes(url) && whole?.inText.includes(url) !== false
      return {
        ...presentItem(toPostingItem(row), showImage),
        prefersFullText,
        isSplit,
        siteUrl,
        pollId: pollId?.toString() ?? null,
        ...(row.isInitial && { nextCheck: { at: isoOf(nextCheckAt), expectedDelayMs } }),
        decisionReason: toReasonItem(decisionReason, told.has(row.sourceId)),
        html: shownHtml(own.html, showImage),
        fullText:
          fullText?.kind === 'text'
            ? shown({ ...fullText, html: whole?.html ?? '' })
            : retried(fullText, row.isSavedPage, now),
        enclosures: enclosures.map((each) => ({
          ...each,
          ...(isInText(each.url) && { isInText: true as const }),
          position: positionOf(row.id, each.url),
        })),
        previousPollAt: isoOf(row.notBeforeAt),
        delayBounds: delayBounds(row),
        versions: (versions.get(row.id) ?? []).map(({ imageUrl, ...version }) => ({
          ...shown(version),
          ...(imageUrl !== undefined && { imageUrl: shownImage(imageUrl, showImage) }),
        })),
        clones: clones.get(row.id) ?? [],
        notes: notes.get(row.id) ?? null,
      }
    },
  )
}

/** The text of a saved page, all there is of it, may be asked for at any time, unless its host rests. */
function retried(fullText: FullText | null, isSavedPage: boolean, now: number): FullText | null {
  const mayRetry = isSavedPage && fullText?.kind === 'failed' && fullText.failure !== 'resting'
  return mayRetry ? { ...fullText, retryAt: new Date(now).toISOString() } : fullText
}

function readRows(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<DetailRow[]> {
  return database.$queryRaw<DetailRow[]>`
    SELECT ${itemColumns}, p."html", s."siteUrl", p."enclosures", p."pollId",
      (SELECT found."plannedReason" FROM "poll" found WHERE found."id" = p."pollId") AS "decisionReason",
      CASE WHEN p."isInitial" THEN ${nextPollAtSql} END AS "nextCheckAt",
      CASE WHEN p."isInitial" THEN (SELECT l."predictedDelayMs"::float8 FROM "plan" l WHERE l."id" = s."planId") END
        AS "expectedDelayMs",
      coalesce(u."fullText", false) AS "prefersFullText",
      t."notedAt" IS NOT NULL AS "isNoted",
      EXISTS (SELECT FROM "posting_full_text" f WHERE f."postingId" = p."id") AS "isFetched",
      EXISTS (SELECT FROM "posting_revision" r WHERE r."postingId" = p."id") AS "isRevised",
      coalesce(p."clusterId" IN (${splitClusters(subscriberId)}), false) AS "isSplit"
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" ${isOneOf(ids)} AND ${mayRead} ORDER BY p."shownAt" DESC, p."id" DESC`
}
