import { beforeEach, expect, test } from 'vitest'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const now = referenceAt + 130 * dayMs

const world = polledWorldOfEachTest()
let daily = 0
let rare = 0

/** Polls a source once a day, whose document shows the last three of a posting a day. */
async function pollDaily(path: string, host: number, days: number): Promise<number> {
  const id = await world.addSource(path, host)
  for (let day = 0; day < days; day++) {
    const shown = [day, day - 1, day - 2].map((n) => postingAfter(`${path} ${n}`, n * dayMs - hourMs))
    world.server.route(path, rss({ postings: shown }))
    await world.pollAt(id, referenceAt + day * dayMs)
  }
  await world.database.source.update({ where: { id }, data: { nextPollAt: null } })
  return id
}

/** A hundred days later the polls that are not among the latest twenty are rolled up: ten of one source, none of the other. */
beforeEach(async () => {
  ;[daily, rare] = [await pollDaily('/daily', 0, 30), await pollDaily('/rare', 1, 4)]
  await world.clock.set(now)
  expect((await rollUpPolls(world.database, now)).polls).toBe(10)
})

async function verify(): Promise<readonly string[]> {
  const verified = await verifyDatabase(world.database, { now, speed: 1 })
  return verified.flatMap(({ name, examples }) => (name.startsWith('polls brought') ? examples : []))
}

const lose = (title: string) => world.database.posting.deleteMany({ where: { title } })

/** Of each source what its document held no longer: of a poll that is stored, only where it was the first. */
async function remove(): Promise<void> {
  const removed = { postings: 15, isDone: true }
  expect(await removeByRules(world.database, { ...keepAll, keepUnreadDays: 90 }, now)).toMatchObject(removed)
}

test('what retention removed is not missing, and excuses nothing else', async () => {
  expect(await verify()).toEqual([])
  await remove()
  expect(await verify()).toEqual([])
  const { pollId } = await world.database.posting.findFirstOrThrow({ where: { title: '/daily 25' } })
  await lose('/daily 25')
  const ofSource = `of source ${daily}`
  const inAll = '(of the source 13 are missing, 12 removed at most)'
  expect([...(await verify())].sort()).toEqual([
    `poll ${pollId} ${ofSource}: 1, not 0 ${inAll}`,
    `rolled-up polls ${ofSource}: 12, not 0 ${inAll}`,
  ])
})

test('what was removed of a first document, whose poll is stored, excuses no loss of another poll', async () => {
  await remove()
  await lose('/rare 1')
  expect((await verify()).filter((line) => line.includes(`source ${rare}:`))).toHaveLength(2)
})

test('a posting is missed that a poll brought which was rolled up since', async () => {
  await lose('/daily 4')
  expect(await verify()).toEqual([
    `rolled-up polls of source ${daily}: 12, not 11 (of the source 1 are missing, 0 removed at most)`,
  ])
})
