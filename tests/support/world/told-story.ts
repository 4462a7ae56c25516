import { afterAll, beforeAll, beforeEach } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addPostings, addReader, addSubscription } from './reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000

/** A story as it stands for the running test. */
type ToldStory = {
  readonly database: Database
  readonly reader: string
  readonly sources: readonly number[]
  readonly ids: bigint[]
  /** The source of that place. @throws Error without one */
  readonly of: (index: number) => number
  readonly idOf: (title: string) => Promise<bigint>
  /** Titles of a list of the reader. */
  readonly titles: (filter?: Record<string, unknown>) => Promise<string[]>
}

/** One story in three sources, 6 and 19 minutes apart; two postings that tell others; and a stranger's posting of it. */
export function toldStoryOfEachTest(): ToldStory {
  let database: Database
  let stop: () => Promise<void>
  let count = 0
  let reader = ''
  let sources: number[] = []
  let ids: bigint[] = []

  beforeAll(async () => {
    ;({ database, stop } = await openTestDatabase())
  })
  afterAll(() => stop())
  beforeEach(async () => {
    count += 1
    reader = await addReader(database, `reader${count}`)
    sources = []
    for (const name of ['wire', 'rail', 'harbour']) {
      const options = name === 'wire' ? {} : { folderName: 'Papers' }
      sources.push((await addSubscription(database, reader, `${name}${count}`, options)).sourceId)
    }
    ids = await addStory(database, count, of)
  })

  function of(index: number): number {
    const id = sources[index]
    if (id === undefined) throw new Error(`no source ${index}`)
    return id
  }
  return {
    get database() {
      return database
    },
    get reader() {
      return reader
    },
    get sources() {
      return sources
    },
    get ids() {
      return ids
    },
    of,
    idOf: async (title) =>
      (await database.posting.findFirstOrThrow({ where: { title, id: { in: ids } } })).id,
    titles: async (filter = {}) => {
      const page = { after: null, limit: 50, now: referenceAt }
      const { postings } = await listPostings(database, reader, postingFilter.parse(filter), page)
      return postings.map(({ title }) => title)
    },
  }
}

/** Stores the postings; returns their ids. */
async function addStory(database: Database, count: number, of: (index: number) => number): Promise<bigint[]> {
  const stranger = await addReader(database, `stranger${count}`)
  const elsewhere = (await addSubscription(database, stranger, `elsewhere${count}`)).sourceId
  const at = (minutes: number) => ({ shownAt: referenceAt + minutes * minuteMs })
  const all = [
    ...(await addPostings(database, elsewhere, [{ ...at(-5), title: 'Elsewhere' }])),
    ...(await addPostings(database, of(0), [
      { ...at(0), title: 'First' },
      { ...at(30), title: 'Other' },
    ])),
    ...(await addPostings(database, of(1), [{ ...at(6), title: 'Second' }])),
    ...(await addPostings(database, of(2), [
      { ...at(19), title: 'Third' },
      { ...at(1), title: 'Another' },
    ])),
  ]
  const told = [0, 1, 3, 4].map((index) => all[index] ?? 0n)
  await database.posting.updateMany({ where: { id: { in: told } }, data: { clusterId: told[0] ?? null } })
  return all
}
