import type { LabRequest } from '#lib/api/server/lab.ts'
import type { LabSource, LabWorld } from '#lib/lab/simulator/world.ts'
import { learnWindow, noWindowMemory, type WindowSeen } from '#lib/policy/schedule/window-memory.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listLabSources, readLabSources } from '#lib/store/lab/lab-sources.ts'
import { countPollsSince, findRunBefore, sumGranted } from '#lib/store/planning/planning-runs.ts'
import { listPastPolls, readPopulation } from '#lib/store/polling/price-memories.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { learnPoll } from '#lib/planning/price-memory.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** With their memories and two weeks of postings these take 300 MB; of more sources so many are drawn, which tells policies apart as well. */
const mostSources = 5_000
const sourcesPerStatement = 250

/** The world that the lab replays, and of how many sources it was drawn. */
export type DrawnWorld = { readonly world: LabWorld; readonly allSources: number }

/**
 * Reads the span that a request asks for: whole UTC days up to the last midnight, and what there is of today. Memories are made anew from
 * the polls before it, as far as they are stored. `onPart` hears how much is read, 0 to 1.
 * @returns null where no source was read before the span
 */
export async function readLabWorld(
  database: Database,
  request: LabRequest,
  now: number,
  onPart: (part: number) => void = () => undefined,
): Promise<DrawnWorld | null> {
  const midnight = Math.floor(now / DAY_MS) * DAY_MS
  const takeoverAt = midnight - request.days * DAY_MS
  const endAt = request.until === 'now' ? now : midnight
  const drawn = await listLabSources(database, { takeoverAt, search: request.search }, mostSources)
  const sources: LabSource[] = []
  for (let start = 0; start < drawn.ids.length; start += sourcesPerStatement) {
    const ids = drawn.ids.slice(start, start + sourcesPerStatement)
    const span = { takeoverAt, endAt, weights: request.weights }
    for (const source of await readLabSources(database, ids, span)) {
      sources.push({ ...source, ...(await learntBy(database, source.sourceId, takeoverAt)) })
    }
    onPart((start + ids.length) / drawn.ids.length)
  }
  if (sources.length === 0) return null
  const settings = policySettings(await getSettings(database), drawn.all)
  const run = await findRunBefore(database, takeoverAt)
  const isWhole = drawn.all === drawn.ids.length && request.search === ''
  const continues = isWhole && request.weights === 'now' && run?.run.settings.policy === 'price'
  return {
    allSources: drawn.all,
    world: {
      sources,
      takeoverAt,
      endAt,
      settings: isWhole
        ? settings
        : { ...settings, budgetPerDay: await budgetOf(database, sources, endAt - takeoverAt) },
      population: run?.run.population ?? null,
      // A poll in the very instant of the takeover's planning takes place after it.
      spent: continues ? await countPollsSince(database, run.run.madeAt, takeoverAt - 1) : null,
    },
  }
}

/**
 * The share of these sources in the budget: the polls a day that they got in the span, whoever got the rest. Where they got none, as much as so
 * many sources have on average.
 */
async function budgetOf(database: Database, sources: readonly LabSource[], spanMs: number): Promise<number> {
  const polls = sources.reduce((sum, source) => sum + source.polls.length, 0)
  if (polls > 0) return (polls * DAY_MS) / spanMs
  const all = Math.max(sources.length, (await sumGranted(database)).sources)
  const { budgetPerDay } = policySettings(await getSettings(database), all)
  return (budgetPerDay * sources.length) / all
}

/** The lessons of a source's polls by an instant, made anew from those that are stored. */
async function learntBy(
  database: Database,
  sourceId: number,
  until: number,
): Promise<Pick<LabSource, 'memory' | 'window'>> {
  let memory: PriceMemory | null = null
  let window = noWindowMemory
  let before: WindowSeen['before'] = null
  for (const poll of await listPastPolls(database, sourceId)) {
    const { polledAt: at, newTimes, runId, ratePerDay } = poll
    if (at >= until) break
    memory = learnPoll(memory, at, newTimes, runId === null ? null : await readPopulation(database, runId))
    // An answer without a document shows the window as it was.
    const size: number = poll.windowSize ?? before?.size ?? 0
    window = learnWindow(window, {
      size,
      overlap: poll.overlap ?? size,
      newTimes,
      before,
      at,
      ratePerDay,
    }).memory
    before = { at, size }
  }
  return { memory, window }
}
