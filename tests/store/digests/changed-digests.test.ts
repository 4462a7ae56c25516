import { expect, test } from 'vitest'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import { claimSlot, finishSlot } from '#lib/store/digests/digest-slots.ts'
import { changeDigest, createDigest } from '#lib/store/digests/digests.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const hourMs = 3_600_000
const sevenAt = referenceAt + 7 * hourMs
const { database } = await fileDatabase()
let number = 0

/** A daily digest at seven, made at midnight. */
async function make() {
  await database.digest.deleteMany()
  number += 1
  const reader = await addReader(database, `reader-${number}`)
  const request = digestRequest.parse({ name: 'Day', place: { kind: 'all' }, hour: 7, zone: 'UTC' })
  const made = await createDigest(database, reader, request, referenceAt)
  if (typeof made === 'string') throw new Error(made)
  const change = async (given: { name?: string; hour?: number }, now: number) => {
    const changed = await changeDigest(database, reader, made.id, given, now)
    if (typeof changed === 'string') throw new Error(changed)
    return Date.parse(changed.nextAt)
  }
  const claim = (now: number) => claimSlot(database, { now, leaseMs: 60_000 })
  return { change, claim }
}

test('another name moves nothing, and today’s issue that is due is not lost', async () => {
  const { change, claim } = await make()
  expect(await change({ name: 'Renamed' }, sevenAt - 1)).toBe(sevenAt)
  expect(await change({ name: 'Once more' }, sevenAt + 1000)).toBe(sevenAt)
  expect(await claim(sevenAt + 60_000)).toMatchObject({ slotAt: new Date(sevenAt) })
})

test('another hour moves the next issue, but not one that is due', async () => {
  const { change, claim } = await make()
  expect(await change({ hour: 9 }, sevenAt - 1)).toBe(sevenAt + 2 * hourMs)
  expect(await change({ hour: 10 }, sevenAt + 2 * hourMs + 1000)).toBe(sevenAt + 2 * hourMs)
  expect(await claim(sevenAt + 2 * hourMs + 60_000)).not.toBeNull()
})

test('what was made is not made twice, whatever is changed', async () => {
  const { change, claim } = await make()
  const slot = await claim(sevenAt + 60_000)
  if (slot === null) throw new Error('Nothing was due.')
  await finishSlot(database, slot, 'sent', { postings: 1, now: sevenAt + 60_000 })
  expect(await change({ name: 'Renamed' }, sevenAt + 61_000)).toBe(sevenAt + 24 * hourMs)
  expect(await claim(sevenAt + 120_000)).toBeNull()
  expect(await change({ hour: 7 }, sevenAt + 61_000)).toBe(sevenAt + 24 * hourMs)
  expect(await claim(sevenAt + 120_000)).toBeNull()
})
