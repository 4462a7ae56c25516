import { expect, test } from 'vitest'
import { listVersions } from '#lib/store/postings/posting-history.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))

test('of many long versions those come that their reader kept, then the latest that fit into an answer', async () => {
  const reader = await addReader(database, 'long')
  const { sourceId } = await addSubscription(database, reader, 'long')
  const [postingId = 0n, other = 0n] = await addPostings(database, sourceId, [{}, {}])
  await database.posting.updateMany({ where: { sourceId }, data: { foundAt: at(0), editedAt: at(6) } })
  const versions = (id: bigint, length: number) =>
    Array.from({ length: 6 }, (_, n) => ({
      ...{ postingId: id, title: `${n}`, html: 'a'.repeat(length), contentHash: `${n}` },
      ...{ foundAt: at(n), replacedAt: at(n + 1) },
    }))
  await database.postingRevision.createMany({
    data: [...versions(postingId, 3_000_000), ...versions(other, 30)],
  })
  const titlesOf = async (id: bigint) => {
    const found = await listVersions(database, reader, [postingId, other])
    return found.get(id)?.map(({ title }) => title)
  }
  expect([await titlesOf(postingId), await titlesOf(other)]).toEqual([
    ['4', '5'],
    ['0', '1', '2', '3', '4', '5'],
  ])
  const star = { subscriberId: reader, postingId, sourceId, starredAt: at(1.5), updatedAt: at(7) }
  await database.postingState.create({ data: star })
  expect(await titlesOf(postingId)).toEqual(['1', '5'])
  await database.postingRevision.updateMany({ where: { postingId }, data: { html: 'a'.repeat(9_000_000) } })
  expect(await titlesOf(postingId)).toEqual(['1'])
})
