import { createHash } from 'node:crypto'
import { comparedText, holdsText } from '#lib/documents/identity/holds-text.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { findCandidates, type Candidate, type Found, type Sought } from './find-imported.ts'
import { inFittingGroups } from '#lib/store/lists/fitting-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { joinVersionOf, saidAt, wasKept } from '#lib/store/postings/kept-versions.ts'

/** A posting of an export with its text. */
export type KeptPosting = Sought & {
  readonly posting: NewPosting
  readonly starredAt: number | null
  readonly laterAt: number | null
  /** Since when it was kept in any way; null: not known. */
  readonly keptAt?: number | null
}

export type Placed = {
  /** The posting that keeps what the export says; null: none does yet. */
  readonly found: Found | null
  /** The posting of a source that has the same key or address, where that is an archive, or none does yet; null: none has. */
  readonly twinId: bigint | null
}

/** So many postings with the address of one are looked at, and the texts of so many are read. */
const mostCompared = 10

/**
 * The place of postings with their texts. Only a posting that has the text of the export can keep it: one that the
 * subscriber keeps already, one in an archive, or one of the source that the export names. What another source has at the
 * same address is something else. Of a posting that was edited the text counts which it had when it was kept: that one
 * stays whatever becomes of the posting (lib/store/postings/store-edits.ts).
 */
export async function placeImported(
  transaction: Transaction,
  subscriberId: string,
  postings: readonly KeptPosting[],
): Promise<Placed[]> {
  const sought = postings.map((one) => ({ ...one, textKey: textKeyOf(one.posting) }))
  const candidates = await findCandidates(transaction, subscriberId, sought)
  const found = await findHolders(transaction, subscriberId, postings, candidates.map(firstOnes))
  const twinIds = await findTwins(transaction, subscriberId, postings, candidates)
  return found.map((place, at) => ({
    found: place,
    twinId: place === null || place.isArchived ? (twinIds[at] ?? null) : null,
  }))
}

/** The key of a posting in an archive where another text has its own. */
export function textKeyOf({ key, contentHash }: NewPosting): string {
  return createHash('sha1').update(`${key} ${contentHash}`).digest('hex')
}

/** Each once, and of those with the address so many. */
function firstOnes(candidates: readonly Candidate[]): Candidate[] {
  const keyed = candidates.filter(({ by }) => by === 'key')
  const addressed = candidates.filter(({ by }) => by === 'address').slice(0, mostCompared)
  return [...new Map([...keyed, ...addressed].map((one) => [one.id, one])).values()]
}

/**
 * The postings of sources that archived ones are linked with: of those that name a feed in that one by key or address, of
 * the others in any that the subscriber reads, by address alone. One address of several postings tells of none of them.
 */
async function findTwins(
  transaction: Transaction,
  subscriberId: string,
  postings: readonly KeptPosting[],
  candidates: readonly (readonly Candidate[])[],
): Promise<(bigint | null)[]> {
  const pages = postings.filter(({ feedUrl }) => feedUrl === savedPagesFeed)
  const ofNone = pages.map((page) => ({ ...page, feedUrl: null }))
  const ofPages = new Map(
    (await findCandidates(transaction, subscriberId, ofNone)).map((own, at) => [pages[at], own]),
  )
  return postings.map((one, at) => {
    const own = ofPages.get(one) ?? candidates[at] ?? []
    const isNamed = one.feedUrl !== null && !ofPages.has(one)
    const twin = own.find(
      ({ isArchived, by, isAlone }) => !isArchived && isAlone && (isNamed || by === 'address'),
    )
    return twin?.id ?? null
  })
}

/** A text that a candidate has or had, to be compared with that of the posting that stands at `at`. */
type Version = Candidate & {
  readonly at: number
  /** The word of this time; null: that of now. */
  readonly asOf: string | null
  /** The marks that the export brings. */
  readonly starredAt: string | null
  readonly laterAt: string | null
}
type Known = Version & {
  readonly contentHash: string
  readonly octets: number
  /** The subscriber keeps the posting as it is or was in this version, which stays whatever its publisher does. */
  readonly isMine: boolean
  /** It is what the export's mark will keep there: with the time that it brings, or with that of the mark that is set already. */
  readonly stays: boolean
}

/** For each posting the first candidate whose text has that of the export. Texts are read where hashes do not tell. */
async function findHolders(
  transaction: Transaction,
  subscriberId: string,
  postings: readonly KeptPosting[],
  candidates: readonly (readonly Candidate[])[],
): Promise<(Candidate | null)[]> {
  const known = await readFacts(transaction, subscriberId, versionsOf(postings, candidates))
  const byPosting = Map.groupBy(known, ({ at }) => at)
  const compared = await inSlices([...postings.entries()], ([at, { feedUrl, posting }]) => {
    const places = mayHold(byPosting.get(at) ?? [], feedUrl)
    const same = places.find(({ contentHash }) => contentHash === posting.contentHash)
    return { places, told: same ?? (holdsText(nothing, comparedText(posting)) ? places[0] : undefined) }
  })
  const open = compared.flatMap(({ places, told }) =>
    told === undefined ? places.slice(0, mostCompared) : [],
  )
  const held = await listHolding(transaction, postings, open)
  return compared.map(({ places, told }) => told ?? places.find((one) => held.has(one)) ?? null)
}

const nothing = comparedText({ title: '', html: '', enclosures: [] })

/**
 * The text of the time from which on the export keeps a posting, and that of now. Stars bring their time, so the former stays for whoever takes
 * them over. Notes and labels are as new, so the latter does. The other one counts where the subscriber keeps the posting already.
 */
function versionsOf(
  postings: readonly KeptPosting[],
  candidates: readonly (readonly Candidate[])[],
): Version[] {
  return postings.flatMap(({ starredAt, laterAt, keptAt = null }, at) => {
    const marks = { starredAt: isoText(starredAt), laterAt: isoText(laterAt) }
    const times = new Set([starredAt ?? laterAt, keptAt].flatMap((time) => time ?? []))
    return (candidates[at] ?? []).flatMap((one) => [
      ...[...times].map((time) => ({ ...one, ...marks, at, asOf: isoText(time) })),
      { ...one, ...marks, at, asOf: null },
    ])
  })
}

/** Those that may be where a posting is kept, the best first. */
function mayHold(versions: readonly Known[], feedUrl: string | null): Known[] {
  const rankOf = ({ isMine, isArchived }: Known) => {
    if (isMine) return 0
    return isArchived ? 1 : 2
  }
  const places = versions.filter((one) => one.stays && (one.isMine || one.isArchived || feedUrl !== null))
  return places.toSorted((a, b) => rankOf(a) - rankOf(b))
}

async function readFacts(
  transaction: Transaction,
  subscriberId: string,
  versions: readonly Version[],
): Promise<Known[]> {
  if (versions.length === 0) return []
  const rows = await transaction.$queryRaw<FactsRow[]>`
    SELECT g."n", coalesce(v."contentHash", p."contentHash") AS "contentHash",
      octet_length(coalesce(v."html", p."html")) AS "octets", ${wasKept(subscriberId)} AS "isMine",
      CASE WHEN ${markedAt} IS NOT NULL THEN ${saidAt(markedAt)} END AS "staysMarked"
    ${fromVersions(versions)}
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"
    CROSS JOIN LATERAL (SELECT p."id" AS "postingId", coalesce(v."replacedAt", 'infinity') AS "replacedAt",
      coalesce(v."foundAt", (SELECT max(o."replacedAt") FROM "posting_revision" o WHERE o."postingId" = p."id"),
        p."foundAt") AS "foundAt") r`
  return rows.flatMap(({ n, staysMarked, ...facts }) => {
    const version = versions[n]
    if (version === undefined) return []
    return [{ ...version, ...facts, stays: staysMarked ?? (version.asOf === null || facts.isMine) }]
  })
}

type FactsRow = Omit<Known, keyof Version | 'stays'> & {
  readonly n: number
  /** Null: the export brings no mark. */
  readonly staysMarked: boolean | null
}

/** The time of the mark that an export brings, once it is set: one that is set already keeps its own. */
const markedAt = Prisma.sql`CASE WHEN g."starredAt" IS NOT NULL THEN coalesce(t."starredAt", g."starredAt")
  WHEN g."laterAt" IS NOT NULL THEN coalesce(t."laterAt", g."laterAt") END`

/** Those of the versions that have what the export says. */
async function listHolding(
  transaction: Transaction,
  postings: readonly KeptPosting[],
  versions: readonly Known[],
): Promise<ReadonlySet<Known>> {
  const holding = new Set<Known>()
  for (const group of inFittingGroups(versions))
    // A text may be as long as a book: others have this thread between two.
    await inSlices(await readTexts(transaction, group), ({ n, ...text }) => {
      const version = group[n]
      const posting = postings[version?.at ?? -1]?.posting
      if (
        version !== undefined &&
        posting !== undefined &&
        holdsText(comparedText(text), comparedText(posting))
      )
        holding.add(version)
    })
  return holding
}

type Text = {
  readonly n: number
  readonly title: string
  readonly html: string
  readonly enclosures: readonly unknown[]
}

function readTexts(transaction: Transaction, versions: readonly Version[]): Promise<Text[]> {
  return transaction.$queryRaw`
    SELECT g."n", coalesce(v."title", p."title") AS "title", coalesce(v."html", p."html") AS "html", p."enclosures"
    ${fromVersions(versions)}`
}

/** Versions `g` by their place `n`, with their postings `p` and, where that was replaced since, what `v` keeps of them. */
function fromVersions(versions: readonly Version[]): Prisma.Sql {
  const rows = jsonRows(
    versions.map(({ id, asOf, starredAt, laterAt }, n) => ({
      n,
      id: id.toString(),
      asOf,
      starredAt,
      laterAt,
    })),
  )
  return Prisma.sql`
    FROM jsonb_to_recordset(${rows}::jsonb) AS g("n" int, "id" bigint, "asOf" timestamptz, "starredAt" timestamptz,
      "laterAt" timestamptz)
    JOIN "posting" p ON p."id" = g."id" ${joinVersionOf(Prisma.sql`g."asOf"`)}`
}
