import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { sampled } from '#tests/support/run/tier.ts'

/** The application as it is built: whoever asks first starts the threads that read documents, for all who come after. */
let app: RunningApp
let publishers: Publishers

afterEach(async () => {
  await app.stop()
  await publishers.close()
})

const opmlOf = (url: string) =>
  `<opml version="2.0"><body><outline type="rss" text="One" xmlUrl="${url}"/></body></opml>`

/** Subscribes by each way there is, to a site of its own. */
function waysIn(account: AppAccount, authorization: string) {
  let number = 0
  const feed = () =>
    publishers.site(`Site ${(number += 1)}`, makePostings('P', 2, Date.now() - 60_000)).feedUrl
  const reader = (path: string, body: BodyInit, type?: string) =>
    ask(`${app.url}/reader/api/0/${path}`, {
      method: 'POST',
      headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }) },
      body,
    })
  const cookie = account.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return {
    'a reader app adds': async () => {
      const added = await reader('subscription/quickadd', formOf({ quickadd: feed() }))
      expect(added.body).toMatchObject({ numResults: 1 })
    },
    'a reader app imports': async () =>
      expect(await reader('subscription/import', opmlOf(feed()), 'text/xml')).toMatchObject({
        status: 200,
        text: 'OK',
      }),
    // A host that names a user is none of ours, so that Next answers, with its own copy of the routes.
    'a reader app adds through Next': async () => {
      const { port } = new URL(app.listensAt)
      const body = String(formOf({ quickadd: feed() }))
      const type = 'application/x-www-form-urlencoded'
      const sent = request({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/reader/api/0/subscription/quickadd',
        headers: {
          authorization,
          host: `user@localhost:${port}`,
          'content-type': type,
          'content-length': body.length,
        },
      }).end(body)
      const [answer] = (await once(sent, 'response')) as [IncomingMessage]
      expect(await json(answer)).toMatchObject({ numResults: 1 })
    },
    'the browser adds': async () => {
      const found = await callApi<{ candidates: { url: string }[] }>(account, 'POST', '/discover', {
        input: feed(),
      })
      await callApi(account, 'POST', '/subscriptions', { url: found.candidates[0]?.url })
    },
    'the API imports': async () => {
      const headers = { cookie, origin: app.url, 'content-type': 'text/xml' }
      const answer = await fetch(`${app.url}/api/v1/opml`, { method: 'POST', headers, body: opmlOf(feed()) })
      expect([answer.status, await answer.json()]).toMatchObject([200, {}])
    },
  }
}

async function signInReader(account: AppAccount): Promise<string> {
  const { token } = await callApi<{ token: string }>(account, 'POST', '/tokens', {
    name: 'Reader',
    kind: 'app',
    forFever: false,
    password: account.password,
  })
  const { text } = await ask(`${app.url}/accounts/ClientLogin`, {
    method: 'POST',
    body: formOf({ Email: account.email, Passwd: token }),
  })
  return `GoogleLogin auth=${/^Auth=(\S+)$/m.exec(text)?.[1] ?? ''}`
}

const orders = [
  ['a reader app adds through Next', 'the browser adds', 'the API imports'],
  ['a reader app adds', 'a reader app imports', 'the browser adds', 'the API imports'],
  ['the API imports', 'the browser adds', 'a reader app imports', 'a reader app adds'],
] as const

test.each(sampled(orders).map((order) => ({ first: order[0], order })))(
  'after a start $first first, and every other way works, too',
  async ({ order }) => {
    publishers = await startPublishers(order.length)
    app = await startApp()
    const account = await signUpThroughApi(app.url, 'Ada First')
    const ways = waysIn(account, await signInReader(account))
    for (const way of order) await ways[way]()
    const { subscriptions } = await callApi<{ subscriptions: unknown[] }>(account, 'GET', '/subscriptions')
    expect(subscriptions).toHaveLength(order.length)
  },
)
