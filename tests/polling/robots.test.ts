import { beforeEach, describe, expect, test } from 'vitest'
import { heedRobots } from '#lib/polling/heed-robots.ts'
import { healthOf } from '#lib/store/sources/source-health.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()
beforeEach(() => world.server.route('*', rss({ postings: [postingAfter('a', -hourMs)] })))

const theSource = (id: number) => world.database.source.findUniqueOrThrow({ where: { id } })
const paths = () => world.server.requests.map(({ path }) => path)

describe('a robots.txt', () => {
  const says = (text: string, origin?: string) =>
    world.server.route('/robots.txt', document(text, 'text/plain'), origin)

  test('that names us and covers the feed is an opt-out, looked at once a day', async () => {
    says('User-agent: Skylark\nDisallow: /private')
    const closed = await world.addSource('/private/feed')
    const open = await world.addSource('/feed')
    for (let at = 0; at < 5_000; at += 1_000) {
      await world.clock.set(referenceAt + at)
      await world.pass()
    }
    expect(paths()).toEqual(['/feed'])
    expect(healthOf(await theSource(closed))).toEqual({
      kind: 'opted-out',
      reason: {
        code: 'robotsOptedOut',
        values: { host: expect.stringMatching(/^127\.0\.0\.1:\d+$/) },
        text: expect.stringMatching(/^The robots\.txt of 127\.0\.0\.1:\d+ asks this server not to read/),
      },
    })
    await world.pollAt(open, referenceAt + 20 * hourMs)
    expect(world.server.robotsRequests).toHaveLength(1)
    says('User-agent: Skylark\nDisallow:')
    await world.database.source.update({ where: { id: open }, data: { nextPollAt: null } })
    await world.pollAt(closed, referenceAt + dayMs + 5_000)
    expect(world.server.robotsRequests).toHaveLength(2)
    expect(paths().at(-1)).toBe('/private/feed')
    expect(world.server.robotsRequests[0]?.headers['user-agent']).toBe('Skylark test')
  })

  test('for everybody forbids nothing, one that is missing or fails neither', async () => {
    const origins = world.server.origins
    says('User-agent: *\nDisallow: /', origins[0])
    world.server.route('/robots.txt', status(503), origins[1])
    world.server.route('/robots.txt', redirect(`${origins[0] ?? ''}/robots.txt`), origins[2])
    for (const host of [0, 1, 2]) await world.addSource('/feed', host)
    await world.pass()
    expect(paths()).toEqual(['/feed', '/feed', '/feed'])
    expect(world.server.robotsRequests).toHaveLength(3)
  })

  test('that asks for years is a pause of a day, and is not asked again right after it', async () => {
    world.server.route('/robots.txt', status(503, { 'retry-after': '999999999' }))
    const id = await world.addSource('/1')
    await world.pass()
    const dayMs = 24 * hourMs
    expect((await world.database.host.findFirstOrThrow()).nextRequestAt).toEqual(
      new Date(referenceAt + dayMs),
    )
    expect(await world.nextPollAt(id)).toBe(referenceAt + dayMs)
    await world.pollAt(id, referenceAt + dayMs)
    expect(paths()).toEqual(['/1'])
    expect(world.server.robotsRequests).toHaveLength(1)
  })

  test.each([429, 503])(
    'that is answered by %i with Retry-After is a pause of the whole host',
    async (code) => {
      world.server.route('/robots.txt', status(code, { 'retry-after': '3600' }))
      const ids = [await world.addSource('/1'), await world.addSource('/2')]
      await world.pass()
      const until = new Date(referenceAt + hourMs)
      expect(await world.database.host.findFirstOrThrow()).toMatchObject({
        nextRequestAt: until,
        pauseStatus: code,
        leaseOwner: null,
        leaseUntil: null,
      })
      const sources = await world.database.source.findMany()
      expect(sources.map(({ leaseOwner }) => leaseOwner)).toEqual([null, null])
      expect(sources).toContainEqual(
        expect.objectContaining({ nextPollAt: until, nextPollReason: { code: 'hostAsksPause', values: {} } }),
      )
      for (const id of ids) await world.pollAt(id, until.getTime() - 1)
      expect(paths()).toEqual([])
      await world.pollAt(ids[0] ?? 0, until.getTime())
      expect(paths()).toHaveLength(1)
      expect(world.server.robotsRequests).toHaveLength(1)
    },
  )

  test('with Retry-After where a redirect leads is a pause there, and the poll waits', async () => {
    world.server.route('/robots.txt', status(503, { 'retry-after': '3600' }), world.server.origins[1])
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    const id = await world.addSource('/away')
    await world.pass()
    expect(paths()).toEqual(['/away'])
    const other = await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.2' } })
    expect(other).toMatchObject({ pauseStatus: 503, leaseOwner: null })
    expect(other.nextRequestAt?.getTime()).toBeGreaterThanOrEqual(referenceAt + hourMs)
    expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(referenceAt + hourMs)
    expect(await theSource(id)).toMatchObject({ lastOutcome: 'throttled', consecutiveFailures: 0 })
  })

  test('that was known holds on while its server fails', async () => {
    says('User-agent: Skylark\nDisallow: /')
    const id = await world.addSource('/feed')
    await world.pass()
    world.server.route('/robots.txt', status(500))
    await world.pollAt(id, referenceAt + 2 * dayMs)
    expect(paths()).toEqual([])
    world.server.route('/robots.txt', status(404))
    await world.pollAt(id, referenceAt + 4 * dayMs)
    expect(paths()).toEqual(['/feed'])
  })

  test('of a further origin is heeded and not kept, once all files together take half a gigabyte', async () => {
    await world.addSource('/first')
    await world.pass()
    await world.database
      .$executeRaw`UPDATE pg_class SET "relpages" = 70000 WHERE "oid" = 'robots_file'::regclass`
    says('User-agent: Skylark\nDisallow: /', world.server.origins[1])
    const closed = await world.addSource('/feed', 1)
    await world.pass()
    expect((await theSource(closed)).lastOutcome).toBe('opted-out')
    await world.database.robotsFile.updateMany({ data: { checkedAt: new Date(referenceAt - 2 * dayMs) } })
    await world.addSource('/second')
    await world.clock.set(referenceAt + 5_000)
    await world.pass()
    const [file, ...others] = await world.database.robotsFile.findMany()
    expect([file?.checkedAt, others]).toEqual([new Date(world.clock.now()), []])
  })

  test('of a name that no name server can know is not asked for, and nothing is kept of it', async () => {
    const name = Array.from({ length: 1_500 }, (_, at) => ((at * 7_919) % 46_656).toString(36)).join('.')
    const heeded = await heedRobots(world.context(), `http://${name}.example/feed`)
    expect(heeded).toEqual({ crawlDelayMs: null, obstacle: null })
    expect(await world.database.robotsFile.count()).toBe(0)
  })

  test('that asks for a pause until before all calendars is no pause', async () => {
    const headers = { 'retry-after': 'Wed, 01 Jan 1003 00:00:00 GMT', date: 'Fri, 31 Dec 9999 00:00:00 GMT' }
    world.server.route('/robots.txt', status(503, headers))
    const id = await world.addSource('/feed')
    await world.pass()
    expect(await theSource(id)).toMatchObject({ leaseOwner: null, consecutiveFailures: 0 })
    await world.pollAt(id, referenceAt + hourMs)
    expect(paths()).toContain('/feed')
  })

  test('asks for a pause between two requests to the host', async () => {
    says('User-agent: Skylark\nCrawl-delay: 90')
    await world.addSource('/1')
    await world.addSource('/2')
    await world.pass()
    const host = await world.database.host.findFirstOrThrow()
    expect(host.nextRequestAt).toEqual(new Date(referenceAt + 90_000))
  })

  test('of the place to which a redirect leads holds there', async () => {
    says('User-agent: Skylark\nDisallow: /feed', world.server.origins[1])
    world.server.route('/away', redirect(`${world.server.origins[1] ?? ''}/feed`))
    const id = await world.addSource('/away')
    await world.pass()
    expect(paths()).toEqual(['/away'])
    expect((await theSource(id)).lastOutcome).toBe('opted-out')
    const other = await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.2' } })
    expect(other).toMatchObject({ leaseOwner: null, leaseUntil: null })
  })
})
