/** Finds the parameter at which a policy without a budget makes as many polls as a budget would. */

/** Polls of a whole run are matched to this part of the target, or to the half of a poll where that is more: polls are whole. */
const matchTolerance = 0.005
const pollTolerance = 0.5
/** Parameters that are tried; beyond them policies sit at their bounds. */
const lowest = 1e-4
const highest = 1e4
/** Polls need not fall smoothly with the parameter: after this many whole runs the nearest counts. */
const mostRuns = 24
/** The step from the last parameter to the next while all tried ones miss to one side. */
const firstStride = 4

/**
 * Searches, by whole runs, the parameter whose run makes `target` polls: between a parameter with too many polls and one with too few,
 * the next try is where the line through both (in logarithms) meets the target, kept away from the ends of the span; until both are
 * known, outwards by factors of 4, and far greater ones where polls stay the same: a policy may sit at its bounds there, or a short trace
 * hold too few postings to show a difference. `run` makes fewer polls the greater the parameter is.
 * @returns the first run within the tolerance, else the nearest of all (a policy that cannot poll as often or as rarely)
 */
export function matchParameter<Run extends { readonly polls: number }>(
  start: number,
  target: number,
  run: (parameter: number) => Run,
): { readonly parameter: number; readonly run: Run } {
  let parameter = start
  let nearest = { parameter, run: run(parameter) }
  let tooMany: Tried | null = null
  let tooFew: Tried | null = null
  let latest = nearest
  let stride = firstStride
  for (let runs = 1; runs < mostRuns; runs++) {
    const miss = Math.log(Math.max(latest.run.polls, 0.5) / target)
    if (Math.abs(latest.run.polls - target) <= Math.max(pollTolerance, matchTolerance * target)) return latest
    const tried = { logarithm: Math.log(parameter), miss }
    if (miss > 0) tooMany = tried
    else tooFew = tried
    const next = nextTry(tooMany, tooFew, parameter, stride)
    if (next === null) break
    parameter = next
    const before = latest.run.polls
    latest = { parameter, run: run(parameter) }
    if (latest.run.polls === before) stride *= stride
    if (distance(latest.run, target) < distance(nearest.run, target)) nearest = latest
  }
  return nearest
}

/** A parameter tried, and the logarithm of its polls over the target. */
type Tried = { readonly logarithm: number; readonly miss: number }

function nextTry(
  tooMany: Tried | null,
  tooFew: Tried | null,
  parameter: number,
  stride: number,
): number | null {
  if (tooMany === null || tooFew === null) {
    const outwards = tooFew === null ? parameter * stride : parameter / stride
    const edge = tooFew === null ? highest : lowest
    return parameter === edge ? null : Math.min(highest, Math.max(lowest, outwards))
  }
  const span = tooFew.logarithm - tooMany.logarithm
  if (Math.abs(span) < 1e-6) return null
  const part = tooMany.miss / (tooMany.miss - tooFew.miss)
  return Math.exp(tooMany.logarithm + span * Math.min(0.9, Math.max(0.1, part)))
}

function distance({ polls }: { readonly polls: number }, target: number): number {
  return Math.abs(Math.log(Math.max(polls, 0.5) / target))
}
