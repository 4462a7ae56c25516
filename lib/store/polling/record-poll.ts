import type { Database } from '#lib/store/connection/database.ts'
import { tryTwice } from '#lib/store/connection/try-twice.ts'
import { createGroupWriter } from './group-writes.ts'
import { recordFreePolls, recordPolls } from './record-polls.ts'
import type { PollRecord } from './poll-record.ts'

/** So many polls are stored in one transaction, and so many characters of postings: some ten milliseconds of work. */
const mostPolls = 64
const mostCharacters = 500_000
/** An edit takes five statements of its own, which is as much work. */
const charactersOfEdit = 10_000

type Write = (record: PollRecord) => Promise<bigint | null>

/** Of each database, by the clock that tells when postings were found. */
const writers = new WeakMap<Database, WeakMap<() => number, Write>>()

/**
 * Stores a poll: postings, observation, validators, decision, next poll, and gives the lease back, all or nothing, in one
 * transaction that it shares with the polls of this process that end at the same time. A source that somebody else has in hand is waited for apart.
 * @returns its id; null when the lease was lost meanwhile (it ran out and another process took the source): nothing is stored
 */
export async function recordPoll(
  database: Database,
  record: PollRecord,
  now: () => number,
): Promise<bigint | null> {
  const byClock = writers.get(database) ?? new WeakMap<() => number, Write>()
  writers.set(database, byClock)
  const writer = byClock.get(now) ?? createWriter(database, now)
  byClock.set(now, writer)
  return writer(record)
}

function createWriter(database: Database, now: () => number): Write {
  const limits = {
    mostItems: mostPolls,
    mostSize: mostCharacters,
    sizeOf: ({ newPostings, editedPostings }: PollRecord) =>
      newPostings.reduce((sum, { html }) => sum + html.length, 0) +
      editedPostings.reduce((sum, { html }) => sum + html.length + charactersOfEdit, 0),
  }
  const writerBy = <Id>(record: (...args: Parameters<typeof recordPolls>) => Promise<Id[]>) =>
    createGroupWriter(
      // What the host has just been asked for is not forgotten for another's sake.
      (records: readonly PollRecord[]) => tryTwice(() => record(database, records, now)),
      limits,
    )
  const write = writerBy(recordFreePolls)
  const writeBusy = writerBy(recordPolls)
  return async (record) => {
    const stored = await write(record)
    return stored === 'busy' ? writeBusy(record) : stored
  }
}
