import { expect, test } from 'vitest'
import { importSubscriptions } from '#lib/store/moving/import-subscriptions.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

const foundAt = new Date(referenceAt).toISOString()

function exported(name: string, createdAt = foundAt) {
  const address = { url: `https://${name}.example/feed`, hostName: `${name}.example` }
  const place = {
    position: 0,
    isMuted: false,
    isApart: false,
    fullText: false,
    unreadEdits: false,
    wantsFast: false,
    labels: [],
  }
  return { ...address, ...place, createdAt, readThrough: { key: 'a'.repeat(40), foundAt } }
}

test('subscriptions whose marks cannot be set are not there either, so that a repeat brings both', async () => {
  const reader = await addReader(database, 'broken')
  const wanted = [exported('whole'), exported('broken', 'never')]
  await expect(importSubscriptions(database, reader, wanted, referenceAt)).rejects.toThrow('never')
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(0)
})

test('read marks of sources without postings here are counted', async () => {
  const reader = await addReader(database, 'counted')
  const { sourceId } = await addSubscription(database, await addReader(database, 'first'), 'known')
  const [, last] = await addPostings(database, sourceId, [{}, {}])
  const wanted = [exported('known'), exported('unknown'), { ...exported('unread'), readThrough: null }]
  expect(await importSubscriptions(database, reader, wanted, referenceAt)).toEqual({
    added: 3,
    marksNotHere: 1,
    leftOut: [],
  })
  const known = await database.subscription.findFirstOrThrow({ where: { subscriberId: reader, sourceId } })
  expect(known.readThrough).toBe(last)
})
