import type { Transaction } from '#lib/store/connection/database.ts'

/** A hub and its subscribers are asked again within it. */
const soonMs = 60_000

/**
 * Hubs and subscribers of ours, after the clock was set back: none waits longer than the longest wait that is decided for one in its
 * state. Called again while polls end in the future, so it leaves alone what waits rightly. To be called before sources are mended.
 */
export async function mendHubs(transaction: Transaction, at: Date): Promise<void> {
  const soon = new Date(at.getTime() + soonMs)
  await mendOwnHub(transaction, at, soon)
  await transaction.$executeRaw`
    UPDATE "push_subscription" h SET "nextRequestAt" = least("nextRequestAt", ${soon}) FROM "source" s
    WHERE s."id" = h."sourceId" AND s."lastPolledAt" > ${soon} AND h."attempts" > 0`
  await mendCredits(transaction, at, soon)
  await mendLeases(transaction, at, soon)
  await mendRequests(transaction, at)
}

/** A hub that announced something in the future would be given all postings that polls bring until then. */
async function mendCredits(transaction: Transaction, at: Date, soon: Date): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "push_subscription" SET "pingedAt" = CASE WHEN "pingedAt" > ${at} THEN ${at} ELSE "pingedAt" END,
      "activeSince" = CASE WHEN "activeSince" > ${at} THEN ${at} ELSE "activeSince" END
    WHERE greatest("pingedAt", "activeSince") > ${soon}`
}

/** Five minutes are for a feed that cannot be read; after failures half a minute, twice as long each time, a day at most (tend-own-hub.ts). */
async function mendOwnHub(transaction: Transaction, at: Date, soon: Date): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "hub_subscription" SET "nextTryAt" = ${soon}, "lookedAt" = CASE WHEN "lookedAt" > ${at} THEN ${at} ELSE "lookedAt" END
    WHERE "lookedAt" > ${soon} OR "nextTryAt" > ${at}::timestamptz + greatest(interval '5 minutes',
      least(interval '1 day', interval '30 seconds' * power(2, least("failures", 30) - 1)))`
}

/**
 * A lease is renewed at half of it: one that was given in the future, which is as long before that as its end is after it, is given now.
 * Not where its renewal was put off beyond its end.
 */
async function mendLeases(transaction: Transaction, at: Date, soon: Date): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "push_subscription" SET "nextRequestAt" = ${at}::timestamptz + ("leaseEndsAt" - "nextRequestAt"),
      "leaseEndsAt" = ${at}::timestamptz + 2 * ("leaseEndsAt" - "nextRequestAt")
    WHERE "state" = 'active' AND "attempts" = 0 AND "nextRequestAt" < "leaseEndsAt"
      AND "nextRequestAt" - ("leaseEndsAt" - "nextRequestAt") > ${soon}`
}

/**
 * Requests: a week after a denial (websub-callback.ts); after others five minutes, twice as long each time, a day at most (ask-hubs.ts).
 * Those that have to wait for their turn look an hour later at the latest whether it came: what a hub asked for is kept with its host.
 */
async function mendRequests(transaction: Transaction, at: Date): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "push_subscription" h SET "nextRequestAt" = w."until"
    FROM (SELECT "id", ${at}::timestamptz + CASE WHEN "state" = 'denied' THEN interval '7 days' WHEN "attempts" = 0 THEN interval '1 hour'
        ELSE least(interval '1 day', interval '5 minutes' * power(2, least("attempts", 30) - 1)) END AS "until"
      FROM "push_subscription"
      WHERE "nextRequestAt" > ${at} AND NOT ("state" = 'active' AND "attempts" = 0 AND "nextRequestAt" < "leaseEndsAt")) w
    WHERE h."id" = w."id" AND h."nextRequestAt" > w."until"`
}
