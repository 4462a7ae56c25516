import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const days = 9
/** Sources of different size, polled each two to seven hours. */
const sourceCount = 14
/** The drawn world depends on the day it begins at: days whose 10 hold postings enough to compare, moved to where they end last midnight. */
const drawnFrom = Date.UTC(2026, 10, 14)

/**
 * Gives an account sources that were polled for nine days until the last midnight: polls at even intervals, and the postings that each
 * found. Nobody asks them any more, as nothing answers there.
 */
export async function storeLabHistory(databaseUrl: string, email: string): Promise<void> {
  const database = openDatabase(databaseUrl, { maxConnections: 2 })
  try {
    const { id: subscriberId } = await database.user.findUniqueOrThrow({ where: { email } })
    const endAt = Math.floor(Date.now() / dayMs) * dayMs
    const drawn = drawSources({ sources: sourceCount, seed: 11, startAt: drawnFrom, days: days + 1 })
    const movedBy = endAt - (days + 1) * dayMs - drawnFrom
    await database.host.create({ data: { name: 'lab.example' } })
    for (const { sourceId: number, postingTimes } of drawn) {
      const times = Array.from(postingTimes, (at) => Math.floor((at + movedBy) / 1000) * 1000)
      await storeSource(database, { number, times, endAt, subscriberId })
    }
  } finally {
    await database.$disconnect()
  }
}

type Drawn = {
  readonly number: number
  readonly times: readonly number[]
  readonly endAt: number
  readonly subscriberId: string
}

async function storeSource(database: Database, { number, times, endAt, subscriberId }: Drawn): Promise<void> {
  const startAt = endAt - days * dayMs + number * 60_000
  const intervalMs = (2 + (number % 6)) * hourMs
  const source = await database.source.create({
    data: {
      url: `http://lab.example/${number}`,
      title: `Laboratory ${number}`,
      hostName: 'lab.example',
      firstPolledAt: new Date(startAt),
      lastPolledAt: new Date(endAt - hourMs),
      lastSuccessAt: new Date(endAt - hourMs),
      lastOutcome: 'fetched',
      subscriptions: { create: { subscriberId } },
    },
  })
  let known = 0
  for (let at = startAt; at < endAt; at += intervalMs) {
    const found = times.slice(known).filter((time) => time <= at)
    known += found.length
    const poll = await database.poll.create({
      data: {
        sourceId: source.id,
        startedAt: new Date(at),
        finishedAt: new Date(at),
        outcome: 'fetched',
        factOutcome: 'changed',
        consecutiveFailures: 0,
        entries: 15,
        newPostings: found.length,
        windowSize: Math.min(15, known),
        overlap: Math.min(15, known) - Math.min(15, found.length),
      },
    })
    await database.posting.createMany({
      data: found.map((time) => ({
        sourceId: source.id,
        pollId: poll.id,
        key: `k${time}`,
        title: `At ${time}`,
        html: '',
        excerpt: '',
        contentHash: String(time),
        claimedAt: new Date(time),
        publishedAt: new Date(time),
        foundAt: new Date(at),
        shownAt: new Date(at === startAt ? time : at),
        isInitial: at === startAt,
        notBeforeAt: at === startAt ? null : new Date(at - intervalMs),
      })),
      skipDuplicates: true,
    })
  }
}
