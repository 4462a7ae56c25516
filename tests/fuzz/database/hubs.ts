import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import * as rsscloud from '#app/api/push/rsscloud/[id]/route.ts'
import * as websub from '#app/api/push/websub/[id]/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { oddText } from '../mutate.ts'
import { fuzzTarget, mustHold, type FuzzTarget } from '../target.ts'

const topicUrl = 'https://pushed.example/feed'
const names = [
  'hub.mode',
  'hub.topic',
  'hub.challenge',
  'hub.lease_seconds',
  'hub.reason',
  'url',
  'challenge',
]
const value = fc.oneof(fc.constantFrom(topicUrl, 'subscribe', 'denied', '60', '999999999999', '-1'), oddText)
const pairs = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 })

const call = fc.record({
  protocol: fc.constantFrom('websub', 'rsscloud'),
  id: fc.oneof({ weight: 4, arbitrary: fc.constant('known') }, oddText),
  isPost: fc.boolean(),
  isSigned: fc.boolean(),
  mode: fc.constantFrom('subscribe', 'denied', 'x'),
  pairs,
})

/** Calls of hubs and clouds, of what was asked for and not. */
export async function hubTargets(database: Database): Promise<readonly FuzzTarget[]> {
  const reader = await addReader(database, 'fuzz-hub')
  const { sourceId } = await addSubscription(database, reader, 'pushed')
  for (const protocol of ['websub', 'rsscloud'] as const) {
    const asked = { hubUrl: 'https://hub.example/', topicUrl, secret: 'secret', askedMode: 'subscribe' }
    await database.pushSubscription.create({
      data: { ...asked, protocol, sourceId, callbackId: `known-${protocol}`, nextRequestAt: new Date() },
    })
  }
  return [
    fuzzTarget(
      'hubs: any call is answered',
      400,
      call,
      async ({ protocol, id, isPost, isSigned, mode, pairs: sent }) => {
        await database.rateLimit.deleteMany()
        const form = new URLSearchParams([['hub.topic', topicUrl], ['hub.mode', mode], ...sent])
        const body = form.toString()
        const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`
        const headers = { 'x-hub-signature': isSigned ? signature : 'sha1=0' }
        const { GET, POST } = protocol === 'websub' ? websub : rsscloud
        const address = `${publicUrl}/api/push/${protocol}/x`
        const request = isPost
          ? new Request(address, { method: 'POST', headers, body })
          : new Request(`${address}?${body}`)
        const params = Promise.resolve({ id: id === 'known' ? `known-${protocol}` : id })
        const answered = await (isPost ? POST : GET)(request, { params })
        // 503: too many deliveries wait.
        mustHold(
          answered.status < 500 || answered.status === 503,
          `${answered.status} ${await answered.text()}`,
        )
      },
    ),
  ]
}
