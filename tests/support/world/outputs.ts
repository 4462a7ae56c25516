import type { Database } from '#lib/store/connection/database.ts'

/** Gives an account an output feed that our hub delivers, and a digest under way. */
export async function addOutputs(database: Database, subscriberId: string): Promise<void> {
  const at = new Date()
  const own = { name: 'All', place: 'all', createdAt: at, subscriberId }
  const sealed = { secretHash: subscriberId, secretSealed: '', renewedAt: at }
  const callback = { callbackUrl: `https://one.example/${subscriberId}`, format: 'atom' }
  await database.outputFeed.create({
    data: {
      ...own,
      ...sealed,
      hubSubscriptions: { create: { ...callback, createdAt: at, nextTryAt: at } },
    },
  })
  await database.digest.create({
    data: {
      ...own,
      hour: 7,
      zone: 'UTC',
      coveredAt: at,
      nextSlotAt: at,
      slots: { create: { slotAt: at, fromAt: at, nextTryAt: at } },
    },
  })
}
