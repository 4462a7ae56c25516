import type { FetchResult } from '#lib/documents/door/fetch-types.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { learnHints } from '#lib/policy/schedule/hint-record.ts'
import type { PublisherHints } from '#lib/policy/schedule/hints.ts'
import { type WindowLesson, learnWindow } from '#lib/policy/schedule/window-memory.ts'
import type { PollFacts, SourcePlan } from '#lib/policy/facts/types.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { AddressMove, SourceLearning } from '#lib/store/ground/source-learning.ts'
import { publishedSince, type Observation } from './read-document.ts'
import { isOwnOutput } from './own-output.ts'
import type { PollRecord } from '#lib/store/polling/poll-record.ts'
import { learnedBounds } from '#lib/planning/learned-bounds.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** An address is adopted after this many polls in a row were sent there for good, over this time: some redirects are slips. */
const movesForProof = 3
const moveProofMs = DAY_MS
/** 410s over this time end a source: it is asked once a week, so the third of them does. */
const endAfterMs = 14 * DAY_MS

type Lesson = Pick<PollRecord, 'facts' | 'learning' | 'overlap' | 'likelyLost' | 'adopted' | 'hasEnded'>

/** The lessons of a poll about its source: its window, the truth of its publisher's hints, its address, its end. */
export function learnFromPoll(
  source: ClaimedSource,
  observation: Observation,
  answer: FetchResult,
  plan: SourcePlan,
  at: {
    readonly finishedAt: number
    readonly overflowRisk: number
    /** Whether the address over https gave the same feed; null: it was not asked. */
    readonly isProved: boolean | null
  },
): Lesson {
  const { finishedAt } = at
  const succeeded = observation.outcome === 'fetched' || observation.outcome === 'not-modified'
  const isGone = observation.outcome === 'gone'
  const goneSince = isGone ? (source.learning.goneSince ?? finishedAt) : null
  if (!succeeded) {
    const learning = { ...source.learning, goneSince: isGone ? goneSince : source.learning.goneSince }
    const hasEnded = goneSince !== null && finishedAt - goneSince >= endAfterMs
    return { ...nothingLearnt, facts: observation.facts, learning, hasEnded }
  }
  const facts = withWholeWindow(source, observation, answer)
  const { memory, likelyLost, overlap } = learntWindow(source, observation, answer, plan, finishedAt)
  const newTimes = publishedSince(observation).flatMap(({ publishedAt }) =>
    publishedAt === null ? [] : [publishedAt],
  )
  const hintRecord = learnHints(source.learning.hintRecord, {
    at: finishedAt,
    hints: hintsOf(source, observation, answer, finishedAt),
    newTimes: source.lastSuccessAt === null ? [] : newTimes,
  })
  const { move, adopted } = learntMove(source, observation, at)
  const learning: SourceLearning = { memory, hintRecord, move, goneSince: null }
  const bounds = learnedBounds(plan, learning, finishedAt, at.overflowRisk)
  return { facts: { ...facts, ...bounds }, learning, overlap, likelyLost, adopted, hasEnded: false }
}

const nothingLearnt = { overlap: null, likelyLost: null, adopted: null }

/** A delta (RFC 3229, status 226) shows what is new and not the window: that is as large as it was. */
function withWholeWindow(source: ClaimedSource, { facts }: Observation, answer: FetchResult): PollFacts {
  const before = source.window
  if (!isDelta(answer) || before === null) return facts
  const newestAt = Math.max(before.newestAt, facts.window?.newestAt ?? before.newestAt)
  return { ...facts, window: { ...before, newestAt } }
}

function isDelta(answer: FetchResult): boolean {
  return answer.kind === 'fetched' && answer.isDelta
}

function learntWindow(
  source: ClaimedSource,
  observation: Observation,
  answer: FetchResult,
  plan: SourcePlan,
  at: number,
): WindowLesson & { readonly overlap: number | null } {
  const isWhole = observation.entries !== null && !isDelta(answer)
  const shown = isWhole ? observation.facts.window : source.window
  const size = shown?.size ?? 0
  const overlap = isWhole ? Math.max(0, size - observation.newPostings.length) : null
  const seen = {
    size,
    // Without a whole document nothing is known to have fallen out.
    overlap: overlap ?? size,
    newTimes: publishedSince(observation).map(({ publishedAt, foundAt }) => publishedAt ?? foundAt),
    before:
      source.lastSuccessAt === null ? null : { at: source.lastSuccessAt, size: source.window?.size ?? null },
    at,
    ratePerDay: plan.ratePerDay,
  }
  return { ...learnWindow(source.learning.memory, seen), overlap }
}

/** The hints of the document where one was read, else those from before; and what this answer says of caches. */
function hintsOf(
  source: ClaimedSource,
  { hints }: Observation,
  answer: FetchResult,
  finishedAt: number,
): PublisherHints {
  const said: PublisherHints =
    hints === null
      ? withoutAge(source.learning.hintRecord?.hints ?? {})
      : {
          ...(hints.ttlMinutes === null ? {} : { ttlMinutes: hints.ttlMinutes }),
          ...(hints.updatePeriodMs === null ? {} : { updatePeriodMs: hints.updatePeriodMs }),
          ...(hints.skipHours.length === 0 ? {} : { skipHours: hints.skipHours }),
          ...(hints.skipDays.length === 0 ? {} : { skipDays: hints.skipDays }),
        }
  if (answer.kind !== 'fetched' && answer.kind !== 'not-modified') return said
  const { maxAgeMs, expiresAt } = answer.cacheHints
  const expiresInMs = expiresAt === null ? 0 : expiresAt - (answer.serverAt ?? finishedAt)
  const maxAgeSeconds = Math.round((maxAgeMs ?? expiresInMs) / 1000)
  return maxAgeSeconds > 0 ? { ...said, maxAgeSeconds } : said
}

function withoutAge({ maxAgeSeconds: _, ...hints }: PublisherHints): PublisherHints {
  return hints
}

/** Counts polls in a row that were sent to the same new address for good, and adopts it when they are proof enough. */
function learntMove(source: ClaimedSource, observation: Observation, at: Proofs): MoveLesson {
  const { movedTo } = observation
  if (movedTo === null) return learntSecured(source, observation, at)
  const url = normaliseSourceUrl(movedTo)
  if (url === null) return noMove
  const last = source.learning.move
  const known = last?.url === url && last.times > 0 ? last : { url, since: at.finishedAt, times: 0 }
  const move = { ...known, times: known.times + 1 }
  const isProved = move.times >= movesForProof && at.finishedAt - move.since >= moveProofMs
  return { move, adopted: isProved ? { url, isOwnOutput: isOwnOutput(url) } : null }
}

type Proofs = { readonly finishedAt: number; readonly isProved: boolean | null }
type MoveLesson = { readonly move: AddressMove | null; readonly adopted: PollRecord['adopted'] }
const noMove: MoveLesson = { move: null, adopted: null }

/** Adopts the address over https that the documents name, when it gave the same feed twice in a row (`askSecured` says how far apart). */
function learntSecured(
  { learning }: ClaimedSource,
  { namedUrl }: Observation,
  { finishedAt: since, isProved }: Proofs,
): MoveLesson {
  if (namedUrl === null) return noMove
  const known = learning.move !== null && learning.move.times <= 0 ? learning.move : null
  if (known !== null && isProved !== null) {
    const { url } = known
    const isAdopted = isProved && known.times === provedOnce
    const move = { url, since, times: isProved ? provedOnce : 0 }
    return { move, adopted: isAdopted ? { url, isOwnOutput: isOwnOutput(url) } : null }
  }
  // An answer "not modified" names the same address as the document before it.
  if (namedUrl === undefined || known?.url === namedUrl) return { move: known, adopted: null }
  return { move: { url: namedUrl, since, times: 0 }, adopted: null }
}
const provedOnce = -1
