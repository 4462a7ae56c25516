import { createHash } from 'node:crypto'
import type { Transaction } from '#lib/store/connection/database.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import { quietEndAt, type QuietHours } from '#lib/store/hours/quiet-hours.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** One thing that one channel is to tell of. */
export type WantedItem = {
  readonly channelId: number
  readonly subscriberId: string
  readonly hitId: bigint
  readonly hitKey: string
  readonly isTest: boolean
  /** Found long before it could be told of: while nothing was searchable, or nobody compared it. It has waited enough. */
  readonly isLate: boolean
  readonly alertId: number | null
  readonly ruleId: number | null
}

type AlertLimits = QuietHours & {
  /** Single messages an hour and channel. */
  readonly mostPerHour: number
}

export const defaultLimits: AlertLimits = { zone: 'UTC', quietFrom: null, quietTo: null, mostPerHour: 20 }

type Message = {
  readonly key: string
  readonly isBundle: boolean
  readonly dueAt: number
  readonly channelId: number
  readonly subscriberId: string
  readonly items: WantedItem[]
}

/**
 * Puts items into messages: each alone and due now, or together where its subscriber is not to be disturbed or was told
 * often enough for this hour; what is late is sent together at once. To be called with the subscribers' locks (enqueue-alerts.ts).
 * @returns whether anything is due now
 */
export async function fileMessages(
  transaction: Transaction,
  items: readonly WantedItem[],
  now: number,
): Promise<boolean> {
  if (items.length === 0) return false
  const channelIds = [...new Set(items.map(({ channelId }) => channelId))]
  const stateOf = await readStates(transaction, channelIds, now)
  const messages: Message[] = []
  const added: { deliveryId: bigint; item: WantedItem }[] = []
  const hurried: bigint[] = []
  for (const [channelId, own] of Map.groupBy(items, (item) => item.channelId)) {
    const state = stateOf(channelId)
    const { single, bundled } = divide(own, state, now)
    messages.push(...single.map((item) => messageOf(item, now)))
    const [first] = bundled
    if (first === undefined) continue
    const isAtOnce = bundled.some(({ isLate }) => isLate) && quietEndAt(state.limits, now) === null
    const { openId } = state
    if (openId === null)
      messages.push(bundleOf(first, bundled, isAtOnce ? now : bundleDueAt(state, single.length, now)))
    else {
      added.push(...bundled.map((item) => ({ deliveryId: openId, item })))
      if (isAtOnce) hurried.push(openId)
    }
  }
  await insertItems(transaction, [...(await insertMessages(transaction, messages, now)), ...added])
  await hurry(transaction, hurried, now)
  return hurried.length > 0 || messages.some(({ dueAt }) => dueAt <= now)
}

type ChannelState = {
  readonly limits: AlertLimits
  /** The due times of the last hour's messages, rising. Not those that wait for another try, a day perhaps. */
  readonly lately: readonly number[]
  /** A bundle that waits; null: none does. */
  readonly openId: bigint | null
}

/** Tests go alone and at once. What comes while a bundle waits goes into it, so that nothing overtakes. */
function divide(items: readonly WantedItem[], { limits, lately, openId }: ChannelState, now: number) {
  const tests = items.filter(({ isTest }) => isTest)
  const others = items.filter(({ isTest }) => !isTest)
  const isHeld = openId !== null || quietEndAt(limits, now) !== null
  const room = isHeld ? 0 : Math.max(0, limits.mostPerHour - lately.length)
  return { single: [...tests, ...others.slice(0, room)], bundled: others.slice(room) }
}

/** The end of the quiet hours, or an hour after the message that made it too many: then there is room for one. */
function bundleDueAt({ limits, lately }: ChannelState, added: number, now: number): number {
  const quietEnd = quietEndAt(limits, now)
  if (quietEnd !== null) return quietEnd
  const times = [...lately, ...Array.from({ length: added }, () => now)]
  const oldest = times.at(-limits.mostPerHour) ?? now
  const dueAt = oldest + HOUR_MS
  return quietEndAt(limits, dueAt) ?? dueAt
}

/**
 * By what asks for it, what it is about and the channel. Of the letters that push services and ntfy allow, and as short
 * as they demand (RFC 8030, 5.4: 32).
 */
function keyOf({ alertId, ruleId, hitKey, channelId }: WantedItem): string {
  const asker = alertId === null ? `r${ruleId ?? 0}` : `a${alertId}`
  const key = `${asker}-${hitKey}-c${channelId}`
  return key.length <= 32 ? key : createHash('sha256').update(key).digest('base64url').slice(0, 32)
}

function messageOf(item: WantedItem, now: number): Message {
  const { channelId, subscriberId } = item
  return { key: keyOf(item), isBundle: false, dueAt: now, channelId, subscriberId, items: [item] }
}

/** Named after the first thing in it, which stands in no other message of its channel. */
function bundleOf(first: WantedItem, items: WantedItem[], dueAt: number): Message {
  const { channelId, subscriberId } = first
  return { key: keyOf(first), isBundle: true, dueAt, channelId, subscriberId, items }
}

/** The open bundles are locked: a sender takes one before something is added, or with it. */
async function readStates(
  transaction: Transaction,
  channelIds: readonly number[],
  now: number,
): Promise<(channelId: number) => ChannelState> {
  const ids = [...channelIds]
  const open = await transaction.$queryRaw<{ id: bigint; channelId: number }[]>`
    SELECT d."id", d."channelId" FROM "alert_delivery" d
    WHERE d."channelId" = ANY(${ids}::int[]) AND d."state" = 'waiting' AND d."isBundle" AND d."tries" = 0
    ORDER BY d."id" FOR UPDATE`
  const rows = await transaction.$queryRaw<(AlertLimits & { channelId: number; lately: Date[] | null })[]>`
    SELECT c."id" AS "channelId", coalesce(s."zone", ${defaultLimits.zone}) AS "zone", s."quietFrom", s."quietTo",
      coalesce(s."mostPerHour", ${defaultLimits.mostPerHour}::int) AS "mostPerHour",
      (SELECT array_agg(d."dueAt" ORDER BY d."dueAt") FROM "alert_delivery" d
        WHERE d."channelId" = c."id" AND d."dueAt" > ${new Date(now - HOUR_MS)} AND d."dueAt" <= ${new Date(now)}
          AND NOT (d."isBundle" AND d."tries" = 0))
        AS "lately"
    FROM "alert_channel" c LEFT JOIN "alert_setting" s ON s."subscriberId" = c."subscriberId"
    WHERE c."id" = ANY(${ids}::int[])`
  const openIds = new Map(open.map(({ id, channelId }) => [channelId, id]))
  const states = new Map(
    rows.map(({ channelId, lately, ...limits }) => {
      const times = (lately ?? []).map((at) => at.getTime())
      return [channelId, { limits, lately: times, openId: openIds.get(channelId) ?? null }]
    }),
  )
  return (channelId) => states.get(channelId) ?? { limits: defaultLimits, lately: [], openId: null }
}

/** Bundles that wait are due now. */
async function hurry(transaction: Transaction, ids: readonly bigint[], now: number): Promise<void> {
  if (ids.length === 0) return
  await transaction.$executeRaw`
    UPDATE "alert_delivery" SET "dueAt" = ${new Date(now)} WHERE "id" = ANY(${[...ids]}::bigint[]) AND "dueAt" > ${new Date(now)}`
}

async function insertMessages(
  transaction: Transaction,
  messages: readonly Message[],
  now: number,
): Promise<{ deliveryId: bigint; item: WantedItem }[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ items: _, dueAt, ...message }) => ({ ...message, dueAt: isoText(dueAt) }))
  const inserted = await transaction.$queryRaw<{ id: bigint; key: string }[]>`
    INSERT INTO "alert_delivery" ("key", "isBundle", "madeAt", "dueAt", "channelId", "subscriberId")
    SELECT r."key", r."isBundle", ${new Date(now)}, r."dueAt", r."channelId", r."subscriberId"
    FROM json_to_recordset(${jsonRows(rows)}::json)
      AS r("key" text, "isBundle" bool, "dueAt" timestamptz, "channelId" int, "subscriberId" text)
    RETURNING "id", "key"`
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  return messages.flatMap(({ key, items }) => {
    const deliveryId = ids.get(key)
    return deliveryId === undefined ? [] : items.map((item) => ({ deliveryId, item }))
  })
}

async function insertItems(
  transaction: Transaction,
  items: readonly { readonly deliveryId: bigint; readonly item: WantedItem }[],
): Promise<void> {
  if (items.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "alert_delivery_item" ("channelId", "hitId", "deliveryId")
    SELECT * FROM unnest(${items.map(({ item }) => item.channelId)}::int[],
      ${items.map(({ item }) => item.hitId)}::bigint[], ${items.map(({ deliveryId }) => deliveryId)}::bigint[])`
}
