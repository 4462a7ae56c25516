import { setTimeout as sleep } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { makePostings, type Publishers } from '#tests/support/servers/publisher.ts'
import { letTimePass } from '#tests/support/measure/time-passing.ts'

const minuteMs = 60_000
const realSites = [
  ['netnewswire/qemu.atom', 'QEMU', 'Machines'],
  ['netnewswire/russcox.atom', 'research!rsc', 'Machines'],
  ['netnewswire/KatieFloyd.rss', 'Katie Floyd', 'Sound'],
  ['netnewswire/atp.rss', 'Accidental Tech Podcast', 'Sound'],
  ['codehollow/Feeds/Rss20LeFigaro.xml', 'Le Figaro', 'World'],
  ['netnewswire/livemint.xml', 'Livemint', 'World'],
  ['codehollow/Feeds/Rss20JapanTimes.xml', 'Japan Times', 'World'],
] as const

/** An account with folders, real publishers, a source that fails, and one with delays: something of everything. */
export async function makeFullAccount(
  publishers: Publishers,
): Promise<{ readonly reader: AppAccount; readonly freshSourceId: number }> {
  const reader = await signUpThroughApi(sharedApp().url, 'Rita Reader')
  for (const [file, title, folderName] of realSites) {
    const { feedUrl } = publishers.realSite(file, title)
    await callApi(reader, 'POST', '/subscriptions', { url: feedUrl, folderName })
  }
  await subscribeToFailing(reader, publishers)
  const freshSourceId = await subscribeToFresh(reader, publishers)
  await subscribeToFollower(reader, publishers)
  return { reader, freshSourceId }
}

/** A source that answered once and does not any more. */
async function subscribeToFailing(reader: AppAccount, publishers: Publishers): Promise<void> {
  const failing = publishers.site('Silent Observatory', makePostings('Star', 3, Date.now() - 60 * minuteMs))
  const { sourceId } = await callApi<{ sourceId: number }>(reader, 'POST', '/subscriptions', {
    url: failing.feedUrl,
  })
  failing.fail()
  await letTimePass(sharedApp().databaseUrl, failing.feedUrl, 30 * minuteMs)
  // Refused with 429 where the aggregator came first: the host has asked for a pause by then.
  await callApi(reader, 'POST', `/sources/${sourceId}/poll`).catch((error: unknown) => {
    if (!String(error).includes('too_many_requests')) throw error
  })
}

const ferry = {
  title: 'Ferry late by an hour',
  link: 'http://example.org/ferry',
  text: 'The morning ferry is late by an hour, says the harbour master. Tickets stay valid.',
}

/** A source with postings that were found some minutes after they were published, one of them edited since. */
async function subscribeToFresh(reader: AppAccount, publishers: Publishers): Promise<number> {
  const fresh = publishers.site('Harbour Gazette', makePostings('Tide', 30, Date.now() - 3 * 60 * minuteMs))
  const { sourceId } = await callApi<{ sourceId: number }>(reader, 'POST', '/subscriptions', {
    url: fresh.feedUrl,
  })
  await letTimePass(sharedApp().databaseUrl, fresh.feedUrl, 30 * minuteMs)
  for (const [posting, minutes] of [
    [ferry, 2],
    [{ title: 'Market opens under the new roof', text: 'More about it inside.' }, 7],
    [{ title: 'Council sells the old crane', text: 'More about it inside.' }, 19],
  ] as const)
    fresh.post({ ...posting, publishedAt: Date.now() - minutes * minuteMs })
  await pollNow(reader, sourceId, fresh.feedUrl)
  fresh.rewrite('late by an hour, says', 'cancelled because of the storm, says')
  await letTimePass(sharedApp().databaseUrl, fresh.feedUrl, 5 * minuteMs)
  await pollNow(reader, sourceId, fresh.feedUrl)
  return sourceId
}

/** Asks for a poll and waits until it is stored; again where the aggregator came first by itself, and one may not ask so soon. */
async function pollNow(reader: AppAccount, sourceId: number, feedUrl: string): Promise<void> {
  const askedAt = Date.now()
  const ask = () => callApi(reader, 'POST', `/sources/${sourceId}/poll`)
  await ask().catch(async () => {
    await letTimePass(sharedApp().databaseUrl, feedUrl, minuteMs)
    await ask()
  })
  const lastPolledAt = async () =>
    (await callApi<{ lastPolledAt: string }>(reader, 'GET', `/sources/${sourceId}`)).lastPolledAt
  await vi.waitFor(async () => expect(Date.parse(await lastPolledAt())).toBeGreaterThanOrEqual(askedAt), {
    timeout: 20_000,
    interval: 100,
  })
}

/** A source that tells one of the stories, too. */
async function subscribeToFollower(reader: AppAccount, publishers: Publishers): Promise<void> {
  await sleep(1_000) // in feeds a second has no parts
  const follower = publishers.site('Coast Wire', [
    // After the other was found: lists show a story under its first posting.
    { ...ferry, title: 'Storm stops the ferry', publishedAt: Date.now() },
  ])
  await callApi(reader, 'POST', '/subscriptions', { url: follower.feedUrl })
}
