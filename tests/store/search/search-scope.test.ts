import { expect, test } from 'vitest'
import type { Query } from '#lib/search/query.ts'
import { readSearchScopes } from '#lib/store/search/search-scope.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

test('a list that names all sources again and again fills no memory, and the parts it begins with find what they mean', async () => {
  const subscriberId = await addReader(database, 'reader')
  await database.host.create({ data: { name: 'site.example' } })
  const sources = await database.source.createManyAndReturn({
    data: Array.from({ length: 2_000 }, (_, at) => ({
      ...{ url: `https://site.example/${at}`, hostName: 'site.example', title: `Site ${at}` },
    })),
    select: { id: true },
  })
  await database.subscription.createMany({
    data: sources.map(({ id: sourceId }) => ({ subscriberId, sourceId, readThrough: 0 })),
  })
  const parts: Query[] = Array.from({ length: 2_500 }, () => ({ kind: 'from', name: 'site' }))
  const query: Query = { kind: 'or', parts: [{ kind: 'from', name: 'site 7' }, ...parts] }
  const { named } = (await readSearchScopes(database, subscriberId, {}, [query]))(query)
  expect(named.get(query.parts[0] ?? query)).toHaveLength(111) // 7, 70 to 79, 700 to 799
  expect(named.get(query.parts[1] ?? query)).toHaveLength(2_000)
  const sum = [...named.values()].reduce((all, ids) => all + ids.length, 0)
  expect(sum).toBeGreaterThan(2_999_999)
  expect(sum).toBeLessThan(3_002_001)
})
