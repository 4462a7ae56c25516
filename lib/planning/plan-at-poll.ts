import { carryAfter } from '#lib/policy/schedule/planned-times.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { listPlannableSources } from '#lib/store/planning/plannable-sources.ts'
import type { StoredRun } from '#lib/store/planning/planning-runs.ts'
import { readSourcePresences } from '#lib/store/planning/source-presences.ts'
import type { AggregatorContext } from './context.ts'
import { isRemembered, learningWindowMs, planAlone } from './plan-sources.ts'
import { createGroupWriter } from '#lib/store/polling/group-writes.ts'
import type { Presence, SourceHistory } from '#lib/policy/basics/history.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

/** Plans the source of a poll: one that has no plan yet, or whose weight changed since. */
export async function planAtPoll(
  context: AggregatorContext,
  source: ClaimedSource,
  found: {
    readonly postingTimes: readonly number[]
    readonly windowSize: number | null
    readonly memory: PriceMemory
    readonly now: number
  },
  latest: StoredRun,
): Promise<{ plan: SourcePlan; runId: number }> {
  const since = found.now - learningWindowMs
  const known = await knownHistory(context, source, since, latest)
  const postingTimes = [...(known?.postingTimes ?? []), ...found.postingTimes]
    .filter((at) => at >= since)
    .sort((a, b) => a - b)
  const oldestFound = Math.min(found.now, ...found.postingTimes)
  const history: SourceHistory = {
    sourceId: source.id,
    weight: source.weight,
    postingTimes,
    knownUntil: found.now,
    knownSince: known?.knownSince ?? Math.max(since, oldestFound),
    windowSize: found.windowSize,
    carry: source.plan === null ? null : carryAfter(source.plan, found.now),
    presence: isRemembered(latest.run) ? await presenceOf(context, source.id, found.now) : null,
  }
  const bounds = { override: source.override, leastIntervalMs: source.limit?.leastIntervalMs ?? null }
  const plan = planAlone(history, found.memory, bounds, latest.run, found.now)
  return { plan, runId: latest.id }
}

type PresenceAsked = { readonly id: number; readonly now: number }
type PresenceReader = (asked: PresenceAsked) => Promise<Presence | null>

const presenceReaders = new WeakMap<AggregatorContext['database'], PresenceReader>()
/** Sources whose readers are looked up together. */
const mostAsked = 256

/** The hours of a source's readers; read together for polls that end together. */
function presenceOf({ database }: AggregatorContext, id: number, now: number): Promise<Presence | null> {
  const read = presenceReaders.get(database) ?? createPresenceReader(database)
  presenceReaders.set(database, read)
  return read({ id, now })
}

function createPresenceReader(database: AggregatorContext['database']): PresenceReader {
  const read = async (asked: readonly PresenceAsked[]) => {
    const now = Math.max(...asked.map((one) => one.now))
    const presences = await readSourcePresences(
      database,
      now,
      asked.map(({ id }) => id),
    )
    return asked.map(({ id }) => presences.get(id) ?? null)
  }
  return createGroupWriter(read, { mostItems: mostAsked, mostSize: Infinity, sizeOf: () => 0 })
}

/** The stored memory of the source; null: nothing yet, or its memory says it all. */
async function knownHistory(
  { database }: AggregatorContext,
  source: ClaimedSource,
  since: number,
  { run }: StoredRun,
): Promise<SourceHistory | null> {
  if (isRemembered(run) || source.firstPolledAt === null) return null
  const [known] = await listPlannableSources(database, { since, sourceIds: [source.id] })
  return known?.history ?? null
}
