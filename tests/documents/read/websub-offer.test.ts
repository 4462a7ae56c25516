import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSignedBy } from '#lib/documents/write/delivery-signature.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { postForm } from '#lib/documents/fetch/post-form.ts'
import { pushOfferOf } from '#lib/documents/read/websub-offer.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'

const url = 'https://blog.example/feed'
const nowhere = { hubUrl: null, selfUrl: null, cloudUrl: null }
const inDocument = { hubUrl: 'https://hub.example/', selfUrl: 'https://blog.example/self', cloudUrl: null }
const answer = (linkHeader: string | null = null, finalUrl = url) => ({ linkHeader, finalUrl })

describe('where a feed says that it is pushed', () => {
  test('the Link header goes before the document', () => {
    const header = '<https://other.example/hub>; rel="hub", </topic>; rel=self'
    expect(pushOfferOf(url, answer(header), inDocument)).toEqual({
      protocol: 'websub',
      hubUrl: 'https://other.example/hub',
      topicUrl: 'https://blog.example/topic',
    })
    expect(pushOfferOf(url, answer(), inDocument)).toMatchObject({ topicUrl: 'https://blog.example/self' })
  })

  test('several relations may stand in one link, and a hub without self is taken at the address that answered', () => {
    const header = '<https://hub.example/>; rel="hub  Preconnect"'
    expect(pushOfferOf(url, answer(header, 'https://blog.example/moved'), nowhere)).toMatchObject({
      hubUrl: 'https://hub.example/',
      topicUrl: 'https://blog.example/moved',
    })
  })

  test('addresses that are too long to be kept are no offer: the poll that names them is stored', () => {
    const long = `https://hub.example/${'a'.repeat(2_500)}`
    expect(pushOfferOf(url, answer(`<${long}>; rel=hub`), nowhere)).toBeNull()
    expect(pushOfferOf(url, answer(), { ...nowhere, cloudUrl: long })).toBeNull()
  })

  test("YouTube's hub is known although its feeds do not name it", () => {
    const feed = 'https://www.youtube.com/feeds/videos.xml?channel_id=UCabc'
    const named = { ...nowhere, selfUrl: 'http://www.youtube.com/feeds/videos.xml?channel_id=UCabc' }
    expect(pushOfferOf(feed, answer(null, feed), named)).toEqual({
      protocol: 'websub',
      hubUrl: 'https://pubsubhubbub.appspot.com/subscribe',
      topicUrl: feed,
    })
    expect(pushOfferOf(url, answer(null, 'https://www.youtube.com/watch?v=1'), nowhere)).toBeNull()
  })

  test.each([
    ['protocol="http-post" port="5337"', 'http://rpc.example:5337/pleaseNotify'],
    ['protocol="https-post" port="443"', 'https://rpc.example/pleaseNotify'],
    ['protocol="xml-rpc" port="80"', null],
    ['protocol="http-post" port="none"', null],
  ])('a cloud with %s is asked at %s', async (attributes, cloudUrl) => {
    const cloud = `<cloud domain="rpc.example" path="/pleaseNotify" registerProcedure="" ${attributes}/>`
    const body = `<rss version="2.0"><channel><title>T</title>${cloud}<item><title>a</title></item></channel></rss>`
    const parsed = await parseFeed({ body: Buffer.from(body), contentType: null, url })
    if (!parsed.ok) throw new Error(parsed.error.message)
    expect(parsed.feed.cloudUrl).toBe(cloudUrl)
    const offer = pushOfferOf(url, answer(), parsed.feed)
    expect(offer).toEqual(
      cloudUrl === null ? null : { protocol: 'rsscloud', hubUrl: cloudUrl, topicUrl: url },
    )
  })

  test('Atom and JSON Feed name their hubs', async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><link rel="hub" href="https://hub.example/"/><link rel="self" href="/self"/></feed>`
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'T',
      items: [],
      feed_url: 'https://blog.example/self',
      hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
    })
    for (const text of [atom, json]) {
      const parsed = await parseFeed({ body: Buffer.from(text), contentType: null, url })
      if (!parsed.ok) throw new Error(parsed.error.message)
      expect(pushOfferOf(url, answer(), parsed.feed)).toEqual({
        protocol: 'websub',
        hubUrl: 'https://hub.example/',
        topicUrl: 'https://blog.example/self',
      })
    }
  })
})

describe('a signature', () => {
  const body = Buffer.from('news')
  const signed = (method: string) => `${method}=${createHmac(method, 'secret').update(body).digest('hex')}`

  test.each(['sha1', 'sha256', 'sha384', 'sha512'])('by %s counts', (method) => {
    expect(isSignedBy('secret', body, signed(method))).toBe(true)
    expect(isSignedBy('secret', body, signed(method).toUpperCase().replace('SHA', 'sha'))).toBe(true)
    expect(isSignedBy('other', body, signed(method))).toBe(false)
    expect(isSignedBy('secret', Buffer.from('News'), signed(method))).toBe(false)
  })

  test.each([null, '', 'sha256', 'sha256=', 'sha256=zz', signed('sha256').slice(0, -2), signed('md5')])(
    'that is %s does not',
    (header) => expect(isSignedBy('secret', body, header)).toBe(false),
  )
})

describe('a form for a hub', () => {
  const options = { userAgent: 'test', allowedPrivateNetworks: [] }

  test.each([
    'http://127.0.0.1/hub',
    'http://[::ffff:127.0.0.1]/hub',
    'http://2130706433/hub',
    'http://0177.0.0.1/hub',
    'http://localhost/hub',
    'http://user:password@hub.example/',
    'http://hub.example:25/',
    'ftp://hub.example/',
  ])('is not sent to %s', async (address) => {
    expect(await postForm(address, {}, options)).toMatchObject({
      kind: 'failed',
      errorKind: expect.stringMatching(/^(private-address|bad-url)$/),
    })
  })

  test('follows 307 and 308, checking each address, and no other redirect', async () => {
    const server = await createFeedServer({ hosts: 2 })
    const allowed = { ...options, allowedPrivateNetworks: ['127.0.0.1/32'] }
    server.route('/hub', status(202))
    server.route('/moved', redirect(`${server.origin}/hub`, 308))
    server.route('/away', redirect(`${server.origins[1] ?? ''}/hub`, 307))
    server.route('/found', redirect(`${server.origin}/hub`, 302))
    server.route('/loop', redirect(`${server.origin}/loop`, 307))
    const ask = (path: string) => postForm(`${server.origin}${path}`, { a: 'b' }, allowed)
    expect(await ask('/moved')).toMatchObject({ kind: 'answered', httpStatus: 202 })
    expect(await ask('/away')).toMatchObject({ kind: 'failed', errorKind: 'private-address' })
    expect(await ask('/found')).toMatchObject({ kind: 'answered', httpStatus: 302 })
    expect(await ask('/loop')).toMatchObject({ kind: 'failed', errorKind: 'too-many-redirects' })
    await server.close()
  })
})
