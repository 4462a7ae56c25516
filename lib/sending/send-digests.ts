import { log } from '#lib/runtime/log.ts'
import { mailLeaseMs } from '#lib/mail/hand-in.ts'
import { canSendMail, sendMail } from '#lib/mail/send-mail.ts'
import { backOffMs } from '#lib/policy/back-off.ts'
import {
  BrokenDigest,
  claimSlot,
  finishSlot,
  postponeSlot,
  removeOldSlots,
  type ClaimedSlot,
} from '#lib/store/digests/digest-slots.ts'
import { listPlacePostings } from '#lib/store/lists/place-postings.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { writeDigest } from './digest-mail.ts'
import { createPauses, type Pauses } from '#lib/polling/pauses.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

type DigestContext = Pick<AggregatorContext, 'database' | 'clock'>

const firstRetryMs = 300_000
/** After some hours the next issue is near, which tells of the same. */
const mostTries = 12
/** Issues that are made at the same time: many are due at seven. */
const lanes = 4
const keptMs = 35 * DAY_MS

/**
 * Sends the digests that are due. A mail that was handed in by a process that died before it could say so is handed in again
 * with the same Message-ID. Where this server sends no mail, digests wait. One that fails is tried again after growing pauses,
 * and stops no other.
 */
export async function sendDigests(
  context: DigestContext,
  drain?: AbortSignal,
  broken: Pauses = createPauses(),
): Promise<void> {
  if (!canSendMail()) return
  const { database, clock } = context
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (drain?.aborted !== true) {
        const slot = await claimNext(context, broken)
        if (slot === null) return
        if (slot !== 'broken') await tryIssue(context, slot, drain)
      }
    }),
  )
  await removeOldSlots(database, new Date(clock.now() - keptMs))
}

async function claimNext(
  { database, clock }: DigestContext,
  broken: Pauses,
): Promise<ClaimedSlot | 'broken' | null> {
  const without = broken.resting().map(Number)
  try {
    return await claimSlot(database, { now: clock.now(), leaseMs: mailLeaseMs * clock.speed, without })
  } catch (error) {
    if (!(error instanceof BrokenDigest)) throw error
    const { digestId } = error
    // Several lanes may have met it at once: that is one failure.
    if (!broken.isResting(String(digestId)))
      log.error('digest-failed', { digestId, times: broken.failed(String(digestId)), error })
    return 'broken'
  }
}

async function tryIssue(
  context: DigestContext,
  slot: ClaimedSlot,
  drain: AbortSignal | undefined,
): Promise<void> {
  try {
    await makeIssue(context, slot, drain)
  } catch (error) {
    const { digestId, slotAt, tries } = slot
    log.error('digest-failed', { digestId, slotAt, tries, error })
    // Where not even this can be stored its lease ends.
    await putOff(context, slot).catch((cause: unknown) =>
      log.error('digest-failed', { digestId, error: cause }),
    )
  }
}

async function putOff({ database, clock }: DigestContext, slot: ClaimedSlot): Promise<void> {
  const { digestId, tries } = slot
  if (tries >= mostTries) return finishSlot(database, slot, 'failed', { postings: 0, now: clock.now() })
  const waitMs = backOffMs(digestId, firstRetryMs, tries)
  return postponeSlot(database, slot, new Date(clock.now() + waitMs))
}

async function makeIssue(
  { database, clock }: DigestContext,
  slot: ClaimedSlot,
  drain: AbortSignal | undefined,
): Promise<void> {
  const { digestId, slotAt, fromAt, mostPostings } = slot
  const end = (outcome: 'sent' | 'empty' | 'failed', postings: number) =>
    finishSlot(database, slot, outcome, { postings, now: clock.now() })
  const listed = slot.isWanted ? await findPostings({ database, clock }, slot) : null
  if (listed === null) return end('failed', 0)
  const told = listed.filter(({ shownAt }) => Date.parse(shownAt) > fromAt.getTime())
  if (told.length === 0) return end('empty', 0)
  const postings = told.slice(0, mostPostings)
  const mail = writeDigest({ slot, postings, isMore: told.length > mostPostings })
  if (await sendMail(mail, drain)) {
    log.info('digest-sent', { digestId, slotAt, postings: postings.length })
    return end('sent', postings.length)
  }
  return putOff({ database, clock }, slot)
}

/** The newest unread postings up to the slot's hour, one more than are told. Null: its list is gone. */
async function findPostings({ database, clock }: DigestContext, slot: ClaimedSlot) {
  const { place, subscriberId, mostPostings, slotAt } = slot
  if (place === null) return null
  const request = { limit: mostPostings + 1, untilAt: slotAt, show: 'unread', now: clock.now() } as const
  return listPlacePostings(database, subscriberId, place, request)
}
