import { faults, retryAfterOf } from './faults.ts'
import type { Asked } from './unruly-web.ts'

const hourMs = 3_600_000

/** The breach of a host's wishes. */
type Breach = { readonly kind: 'paused' | 'above its limit' | 'unheard'; readonly asked: Asked }

export type Manners = {
  /** Answers with Retry-After that were heard, and complaints of any kind. */
  readonly pauses: number
  readonly complaints: number
  /** Complaints to a process that was killed before it could store them. */
  readonly lostWithProcess: number
  readonly breaches: readonly Breach[]
}

/**
 * Judges all requests of a run by what its hosts had asked for: nothing before the end of a Retry-After, and in the hour after a complaint
 * half as much as in the hour before it, besides the one request that ends a Retry-After. A complaint counts from when a process could know it: one that was killed at once could not.
 */
export function judgeManners(
  asked: readonly Asked[],
  facts: {
    readonly wasHeard: (complaint: Asked) => boolean
    readonly killed: ReadonlySet<string>
    /** The time for which a request may have been under way before it was counted. */
    readonly longestRequestMs: number
  },
): Manners {
  const complaints = asked.filter(({ fault }) => fault !== null && faults[fault].kind === 'throttled')
  const heard = complaints.filter(facts.wasHeard)
  const unheard = complaints.filter((complaint) => !heard.includes(complaint))
  const visits = Map.groupBy(withoutHops(asked), ({ host }) => host)
  const breaches = heard.flatMap((complaint) => {
    const others = (visits.get(complaint.host) ?? []).filter((visit) => visit !== complaint)
    return [...duringPause(complaint, others), ...aboveLimit(complaint, others, facts.longestRequestMs)]
  })
  const ignored = unheard.filter(({ by }) => !facts.killed.has(by))
  return {
    pauses: heard.filter((complaint) => retryAfterOf(complaint.fault) > 0).length,
    complaints: heard.length,
    lostWithProcess: unheard.length - ignored.length,
    breaches: [...breaches, ...ignored.map((one): Breach => ({ kind: 'unheard', asked: one }))],
  }
}

function duringPause(complaint: Asked, others: readonly Asked[]): Breach[] {
  const until = complaint.at + retryAfterOf(complaint.fault)
  return others
    .filter(({ at }) => at > complaint.at && at < until)
    .map((asked) => ({ kind: 'paused', asked }))
}

function aboveLimit(complaint: Asked, others: readonly Asked[], longestRequestMs: number): Breach[] {
  const from = complaint.at - hourMs - longestRequestMs
  const before = 1 + others.filter(({ at }) => at > from && at <= complaint.at).length
  // Whoever says when to come back may be asked then; the halved limit, one an hour at least, holds from there on.
  const allowed = retryAfterOf(complaint.fault) > 0 ? 1 + Math.max(1, before / 2) : before / 2
  const after = others.filter(({ at }) => at > complaint.at && at <= complaint.at + hourMs).length
  return after > allowed ? [{ kind: 'above its limit', asked: complaint }] : []
}

/** The hops of a redirect are one visit; the pause after it is as much longer. */
function withoutHops(asked: readonly Asked[]): Asked[] {
  const last = new Map<string, Asked>()
  return asked.filter((one) => {
    const before = last.get(one.host)
    last.set(one.host, one)
    return one.fault !== 'redirect loop' || before?.fault !== one.fault || before.by !== one.by
  })
}
