/** The time at which a source is polled next, as far as its host lets it: one figure for every page, and what "Check now" goes by. */
import type { Reason } from '#lib/policy/basics/reason.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { ordinaryPauseMs } from './host-claims.ts'

/** The columns that have to be read of a source to know when it may be asked. */
export const askedWithin = {
  host: { select: { nextRequestAt: true } },
  polls: { select: { notBeforeAt: true }, orderBy: { finishedAt: 'desc' }, take: 1 },
} as const satisfies Prisma.SourceInclude

type Asked = {
  readonly host: { readonly nextRequestAt: Date | null }
  readonly polls: readonly { readonly notBeforeAt: Date | null }[]
}

/** Until when its host is left alone, and until when its own last answer asked for a pause; 0: it may be asked. */
export function mayBeAskedAt({ host, polls }: Asked): { readonly hostAt: number; readonly askedAt: number } {
  return {
    hostAt: host.nextRequestAt?.getTime() ?? 0,
    askedAt: polls[0]?.notBeforeAt?.getTime() ?? 0,
  }
}

type NextPoll = { readonly nextPollAt: Date | null; readonly nextPollReason: Prisma.JsonValue }

/**
 * The next poll as it will take place: as planned, or when its host may be asked, with the reason of the later of them. The short pause
 * between two requests, which every host has, is no news.
 */
export function nextPollOf(source: NextPoll & Asked): {
  readonly nextPollAt: Date | null
  /** A stored `Reason` */
  readonly nextPollReason: Prisma.JsonValue | Reason
} {
  const { nextPollAt, nextPollReason } = source
  const { hostAt, askedAt } = mayBeAskedAt(source)
  const freeAt = Math.max(hostAt, askedAt)
  if (nextPollAt === null || nextPollAt.getTime() + ordinaryPauseMs >= freeAt)
    return { nextPollAt, nextPollReason }
  const untilAt = new Date(freeAt)
  return {
    nextPollAt: untilAt,
    nextPollReason: { code: 'hostNotBefore', values: { untilAt: untilAt.toISOString() } } satisfies Reason,
  }
}

/** The same instant for sources `s` beside their hosts `h`, without the reason. */
export const nextPollAtOfHost = Prisma.sql`
  CASE WHEN h."nextRequestAt" > s."nextPollAt" + ${ordinaryPauseMs / 1000} * interval '1 second'
    THEN h."nextRequestAt" ELSE s."nextPollAt" END`

/** The same for lists of sources `s`. */
export const nextPollAtSql = Prisma.sql`(
  SELECT ${nextPollAtOfHost} FROM "host" h WHERE h."name" = s."hostName")`
