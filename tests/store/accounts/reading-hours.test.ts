import { describe, expect, test } from 'vitest'
import { learnReadingHours } from '#lib/store/accounts/learn-reading-hours.ts'
import { inUtc, localQuarters } from '#lib/store/hours/local-hours.ts'
import { changeReadingHours, forgetReadingHours, getReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { readSourcePresences } from '#lib/store/planning/source-presences.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Monday 2026-03-02, eight weeks after the reference instant; Berlin is an hour ahead of UTC all the while. */
const now = referenceAt + 56 * dayMs

const { database } = await fileDatabase()

/** A reader of a source who opened a posting every Tuesday at 08:30 in Berlin, and often at odd hours before that. */
async function addHabit(name: string): Promise<{ readonly id: string; readonly sourceId: number }> {
  const id = await addReader(database, name)
  const { sourceId } = await addSubscription(database, id, name)
  const tuesdays = Array.from({ length: 8 }, (_, week) => referenceAt + (7 * week + 1) * dayMs + 7.5 * hourMs)
  const wednesdays = tuesdays.slice(0, 4).map((at) => at + dayMs)
  const longAgo = Array.from({ length: 30 }, (_, hour) => referenceAt - 10 * dayMs + hour * hourMs)
  const opened = [...tuesdays, ...wednesdays, ...longAgo]
  const ids = await addPostings(
    database,
    sourceId,
    opened.map(() => ({})),
  )
  await database.postingState.createMany({
    data: opened.map((at, index) => ({
      postingId: ids[index] ?? 0n,
      sourceId,
      subscriberId: id,
      seenAt: new Date(at),
      updatedAt: new Date(at),
    })),
  })
  return { id, sourceId }
}

const inBerlin = { kind: 'learned', zone: 'Europe/Berlin' } as const

describe('learned hours', () => {
  test('are those in which postings were opened in eight weeks, in the zone of the subscriber', async () => {
    const { id } = await addHabit('learned')
    const { learned } = await changeReadingHours(database, id, inBerlin, now)
    expect(learned).toHaveLength(168)
    expect(learned?.[24 + 8]).toBe(1) // every week
    expect(learned?.[24 + 7]).toBeCloseTo(0.5, 2) // the hour before
    expect(learned?.[48 + 8]).toBeCloseTo(0.5, 1) // every other week, of which smoothing takes half
    expect(learned?.filter((share) => share > 0.21)).toHaveLength(6)
  })

  test('move with the zone of the source’s plan: it is planned in UTC', async () => {
    const { id, sourceId } = await addHabit('planned')
    await changeReadingHours(database, id, inBerlin, now)
    const presence = (await readSourcePresences(database, now, [sourceId])).get(sourceId)
    expect(presence?.[24 + 7]).toBe(255)
    expect(presence?.[24 + 10]).toBe(51)
  })

  test('are not told from a few visits: the reader counts as always there', async () => {
    const { id, sourceId } = await addHabit('seldom')
    await database.postingState.deleteMany({
      where: { subscriberId: id, seenAt: { gt: new Date(now - 49 * dayMs) } },
    })
    expect((await changeReadingHours(database, id, inBerlin, now)).learned).toBeNull()
    expect(await readSourcePresences(database, now, [sourceId])).toEqual(new Map())
  })

  test('are deleted, and what lies before is not learned again', async () => {
    const { id } = await addHabit('deleted')
    await changeReadingHours(database, id, inBerlin, now)
    await forgetReadingHours(database, id, now)
    await learnReadingHours(database, now + dayMs)
    expect(await getReadingHours(database, id)).toMatchObject({ kind: 'learned', learned: null })
  })

  test('are learned anew a day later, and kept no longer than that is wanted', async () => {
    const { id } = await addHabit('later')
    await changeReadingHours(database, id, inBerlin, now)
    await learnReadingHours(database, now + hourMs)
    expect((await getReadingHours(database, id)).learnedAt).toBe(new Date(now).toISOString())
    await learnReadingHours(database, now + dayMs)
    expect((await getReadingHours(database, id)).learnedAt).toBe(new Date(now + dayMs).toISOString())
    expect((await changeReadingHours(database, id, { kind: 'off' }, now)).learned).toBeNull()
    await learnReadingHours(database, now + 3 * dayMs)
    expect((await getReadingHours(database, id)).learned).toBeNull()
  })
})

test('who is to give hours and has given none counts as always there', async () => {
  const id = await addReader(database, 'none')
  const { sourceId } = await addSubscription(database, id, 'none')
  const presences = async () => [...(await readSourcePresences(database, now, [sourceId])).keys()]
  await changeReadingHours(database, id, { kind: 'given', zone: 'UTC' }, now)
  expect(await presences()).toEqual([])
  await changeReadingHours(database, id, { given: [7] }, now)
  expect(await presences()).toEqual([sourceId])
})

describe('hours of a zone', () => {
  const local = Array.from({ length: 168 }, (_, hour) => (hour === 8 ? 1 : 0)) // Monday, 08:00 to 09:00

  test.each([
    ['UTC', [[8, 1]]],
    [
      'Asia/Kolkata',
      [
        [2, 0.5],
        [3, 0.5],
      ],
    ], // + 05:30
    [
      'Asia/Kathmandu',
      [
        [2, 0.75],
        [3, 0.25],
      ],
    ], // + 05:45
    ['Pacific/Auckland', [[163, 1]]], // + 13:00: Sunday 19:00 in UTC
    ['No/Such_Zone', [[8, 1]]],
  ] as const)('%s', (zone, expected) => {
    const utc = inUtc(local, localQuarters(zone, referenceAt + 20 * hourMs))
    expect([...utc.entries()].filter(([, value]) => value > 0)).toEqual(expected)
  })

  test('follow summer time', () => {
    const summer = Date.UTC(2026, 6, 6)
    expect(inUtc(local, localQuarters('Europe/Berlin', summer)).indexOf(1)).toBe(6)
    expect(inUtc(local, localQuarters('Europe/Berlin', now)).indexOf(1)).toBe(7)
  })
})
