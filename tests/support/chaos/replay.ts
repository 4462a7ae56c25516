import { planWhenDue } from '#lib/planning/plan-all.ts'
import { defaultHostSpacingMs, defaultLeaseMs, type AggregatorContext } from '#lib/planning/context.ts'
import { runPass } from '#lib/aggregator/pass.ts'
import type { Clock } from '#lib/runtime/clock.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { TraceServer } from '#tests/support/servers/trace-server.ts'
import type { Trace } from '#tests/support/data/trace.ts'
import { untilNothingIsLeft } from '#tests/support/measure/until.ts'

const dayMs = 86_400_000

/** A subscriber of every source of a trace; all sources are due at once. */
export async function subscribeToTrace(
  database: Database,
  trace: Trace,
  server: TraceServer,
  now: number,
): Promise<void> {
  await database.user.create({ data: { id: 'reader', name: 'Reader', email: 'reader@example.org' } })
  for (const name of trace.keys()) {
    const url = server.urlOf(name)
    const hostName = new URL(url).hostname
    await database.host.create({ data: { name: hostName } })
    await database.source.create({
      data: {
        url,
        title: name,
        hostName,
        nextPollAt: new Date(now),
        subscriptions: { create: { subscriberId: 'reader' } },
      },
    })
  }
}

/** An aggregator under a virtual clock; loopback is allowed, because that is where the test's hosts live. */
export function replayContext(database: Database, clock: Clock, owner = 'replay'): AggregatorContext {
  return {
    database,
    clock,
    owner,
    parser: { parse: parseFeed },
    userAgent: 'Skylark test',
    callbackUrl: null,
    allowedPrivateNetworks: ['127.0.0.0/8'],
    concurrency: 8,
    leaseMs: defaultLeaseMs,
    hostSpacingMs: defaultHostSpacingMs,
  }
}

/** Runs the aggregator event by event under a virtual clock until `endAt`; `moveTo` sets the clock. */
export async function replay(
  context: AggregatorContext,
  endAt: number,
  moveTo: (now: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    await untilNothingIsLeft(`sources to poll at ${context.clock.now()}`, async () => {
      await planWhenDue(context)
      return (await runPass(context)).polled
    })
    const now = context.clock.now()
    const nextAt = await nextEventAt(context.database, now)
    if (nextAt > endAt) return
    await moveTo(Math.max(now + 1, nextAt))
  }
}

/** The time at which something is to be done next: a poll, the end of a lease, or the planning at midnight. */
async function nextEventAt(database: Database, now: number): Promise<number> {
  const rows = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT min(greatest(s."nextPollAt", s."leaseUntil", h."leaseUntil", h."nextRequestAt")) AS "at"
    FROM "source" s JOIN "host" h ON h."name" = s."hostName"`
  const midnight = (Math.floor(now / dayMs) + 1) * dayMs
  return Math.min(midnight, rows[0]?.at?.getTime() ?? midnight)
}

/** The sources of a trace that posted before an instant, and so have a first document by then. */
export function postedBefore(trace: Trace, at: number): Trace {
  return new Map([...trace].filter(([, times]) => times.some((time) => time < at)))
}

/** guids of all stored postings and of all that were ever shown, sorted: a posting stored twice stands twice. */
export async function storedAndShown(
  database: Database,
  server: TraceServer,
): Promise<{ stored: string[]; shown: string[] }> {
  const rows = await database.posting.findMany({ select: { guid: true } })
  return {
    stored: rows.map(({ guid }) => guid ?? '').sort(),
    shown: [...server.shown.values()].flatMap((guids) => [...guids]).sort(),
  }
}
