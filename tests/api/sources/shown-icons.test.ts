import { expect, test } from 'vitest'
import * as adminSources from '#app/api/v1/admin/sources/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const server = withServerDatabase()

test('pages find the icons of sources at this server, so that no publisher sees who reads', async () => {
  const admin = await addSubscriber(server.database, { name: 'ada', role: 'admin' })
  const { sourceId } = await addSubscription(server.database, admin.id, 'site')
  await addPostings(server.database, sourceId, [{}])
  const iconUrl = 'https://site.example/icon.png'
  await server.database.source.update({ where: { id: sourceId }, data: { iconUrl } })
  const answers = [
    await callRoute(admin.token, { module: subscriptions }),
    await callRoute(admin.token, { module: source, params: { id: String(sourceId) } }),
    await callRoute(admin.token, { module: adminSources }),
    await callRoute(admin.token, { module: postings }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    const [, address] = /"(?:iconUrl|sourceIconUrl)":"([^"]*)"/.exec(JSON.stringify(body)) ?? []
    expect(new URL(address ?? '', 'http://here.test').pathname).toBe('/api/v1/images')
    expect(new URL(address ?? '', 'http://here.test').searchParams.get('url')).toBe(iconUrl)
  }
})
