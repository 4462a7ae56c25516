import type { LabPolicy } from '#lib/api/lab.ts'
import { recordAct } from './audit-log.ts'
import type { Changer } from './change-log.ts'
import type { Database, Transaction } from './database.ts'
import { findFirstPollAt } from './lab-sources.ts'
import { lockSettings } from './settings.ts'

const dayMs = 86_400_000
/** Days before the start that are compared at once, so that there is something to see. */
const daysBefore = 7
/** A day is compared so long after it begins: postings of its evening would else have short delays, found or not. */
export const comparedAfterMs = 2 * dayMs

/** Puts a policy on paper instead of the one that is, as an act in the log; nothing where it is on paper already. */
export async function startShadow(database: Database, policy: LabPolicy, by: Changer): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockSettings(transaction) // whoever starts at the same time waits
    const present = await transaction.shadow.findUnique({ where: { isCurrent: true } })
    if (present?.policy === policy) return
    await endWithin(transaction, by)
    const { at, ...who } = by
    const nextDay = new Date(await firstDay(transaction, at.getTime()))
    await transaction.shadow.create({
      data: { policy, startedAt: at, startedById: by.actorId, isCurrent: true, nextDay },
    })
    await recordAct(transaction, { act: 'shadow-started', ...who, detail: policy }, at)
  })
}

/** A week of days that can be compared at once, as far as there were polls before them. */
async function firstDay(transaction: Transaction, now: number): Promise<number> {
  const today = Math.floor(now / dayMs) * dayMs
  const firstAt = (await findFirstPollAt(transaction)) ?? now
  return Math.max(today - comparedAfterMs - (daysBefore - 1) * dayMs, midnightAfter(firstAt))
}

/** The first UTC midnight after an instant. */
export function midnightAfter(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs
}

/** Ends what is on paper; its figures stay. @returns whether there was something */
export async function endShadow(database: Database, by: Changer): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await lockSettings(transaction)
    return endWithin(transaction, by)
  })
}

async function endWithin(transaction: Transaction, by: Changer): Promise<boolean> {
  const present = await transaction.shadow.findUnique({ where: { isCurrent: true } })
  if (present === null) return false
  const { at, ...who } = by
  await transaction.shadow.update({
    where: { id: present.id },
    data: { isCurrent: null, endedAt: at, leaseUntil: null, leaseOwner: null },
  })
  await recordAct(transaction, { act: 'shadow-ended', ...who, detail: present.policy }, at)
  return true
}
