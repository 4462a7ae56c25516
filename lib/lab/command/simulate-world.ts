import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import type { TracedSource } from '#lib/lab/simulator/simulate-source.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { usualWindowSize } from '#lib/policy/schedule/floors.ts'
import { readTraceFile, readWeightsFile } from './read-trace.ts'
import type { SimulateArguments } from './simulate-arguments.ts'
import type { RunWorld } from './simulate-runs.ts'

/** Drawn populations begin on Monday 2026-01-05. */
const syntheticStartAt = Date.UTC(2026, 0, 5)

/** The options of a simulation's world. */
type WorldOptions = Pick<
  SimulateArguments,
  'source' | 'weightsFile' | 'learnDays' | 'isCold' | 'windowSize'
> &
  Partial<Pick<SimulateArguments, 'minIntervalMs' | 'mostSources'>>

/**
 * Reads or draws the sources of a simulation; days are UTC, the first and the last posting lie on the first and the last.
 * @throws Error with one line: a file that cannot be used, or no day left to evaluate
 */
export function worldOf(options: WorldOptions): RunWorld {
  const { learnDays, minIntervalMs = MINUTE_MS, mostSources = null, isCold, windowSize } = options
  const all = sourcesOf(options)
  let first = Infinity
  let last = -Infinity
  for (const { postingTimes } of all) {
    first = Math.min(first, postingTimes[0] ?? Infinity)
    last = Math.max(last, postingTimes[postingTimes.length - 1] ?? -Infinity)
  }
  const startAt = Math.floor(first / DAY_MS) * DAY_MS
  const endAt = (Math.floor(last / DAY_MS) + 1) * DAY_MS
  if (endAt - startAt <= learnDays * DAY_MS) {
    throw new Error(
      `The trace has ${(endAt - startAt) / DAY_MS} days, of which ${learnDays} are learnt from: none is left.`,
    )
  }
  const known = isCold
    ? all
    : all.filter(({ postingTimes }) => (postingTimes[0] ?? endAt) < startAt + learnDays * DAY_MS)
  const sources = mostSources === null ? all : drawEvenly(known, mostSources)
  const shared = windowSize === null ? sources : sources.map((source) => ({ ...source, windowSize }))
  const common = { startAt, endAt, learnDays, minIntervalMs, isCold }
  return { sources: shared, ...common, windowSize: windowSize ?? usualWindowSize }
}

/** So many of the sources, in equal steps through their order. */
function drawEvenly(sources: readonly TracedSource[], count: number): TracedSource[] {
  const step = Math.max(1, sources.length / count)
  return sources.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step))
}

function sourcesOf({ source, weightsFile }: WorldOptions): TracedSource[] {
  const weights = weightsFile === null ? null : readWeightsFile(weightsFile)
  if (source.kind === 'synthetic') {
    if (weights !== null) throw new Error('--weights names sources of a trace; drawn sources have no names.')
    return drawSources({ ...source, startAt: syntheticStartAt })
  }
  const recorded = readTraceFile(source.file)
  if (weights !== null && !recorded.some(({ name }) => weights.has(name))) {
    throw new Error(`${weightsFile} names no source of ${source.file}.`)
  }
  return recorded.map(({ name, postingTimes }, index) => {
    return { sourceId: index + 1, weight: weights?.get(name) ?? 1, postingTimes }
  })
}
