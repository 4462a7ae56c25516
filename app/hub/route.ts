import { textAnswer } from '#lib/handlers/websub/websub-answers.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { route } from '#lib/api/http/route.ts'
import { addressGroup } from '#lib/api/http/client-address.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { config } from '#lib/runtime/config.ts'
import { feedFormats } from '#lib/documents/write/output-document.ts'
import { countAttempt } from '#lib/store/accounts/attempts.ts'
import { askHub, mostHubSubscriptions } from '#lib/store/outputs/own-hub-subscriptions.ts'
import { findFeedBySecret } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

const largestForm = 10_000
const longestCallback = 1000
/** WebSub, 5.1: a secret is shorter than 200 bytes. */
const longestSecret = 199
/** Readers that name none get ten days; none longer than thirty, as nobody may be there any more. */
const leases = { least: HOUR_MS, usual: 10 * DAY_MS, most: 30 * DAY_MS } as const
/** Each request makes this server ask an address that a stranger names. */
const mostRequests = { max: 30, windowMs: 60_000 } as const

/**
 * Our WebSub hub (https://www.w3.org/TR/websub/#hub), for output feeds alone: whoever knows a feed's secret address may have
 * what is new delivered. 202: the callback will be asked whether that is meant; 400 and 404 say what is wrong in a line.
 */
export const POST = route(async (request) => {
  const now = systemClock.now()
  if (!(await countAttempt(serverDatabase(), `hub|${addressGroup(request.headers)}`, mostRequests, now)))
    return textAnswer(429, '', { 'retry-after': '60' })
  const form = new URLSearchParams((await readBytes(request, largestForm)).toString('utf8'))
  const mode = form.get('hub.mode')
  const callbackUrl = URL.parse(form.get('hub.callback') ?? '')
  if (mode !== 'subscribe' && mode !== 'unsubscribe') return textAnswer(400, 'hub.mode')
  if (callbackUrl === null || !isCallback(callbackUrl)) return textAnswer(400, 'hub.callback')
  const secret = form.get('hub.secret')
  if (Buffer.byteLength(secret ?? '') > longestSecret) return textAnswer(400, 'hub.secret')
  const [format, feedSecret = ''] = topicOf(form.get('hub.topic') ?? '')
  const feed = format === undefined ? null : await findFeedBySecret(serverDatabase(), feedSecret)
  if (feed === null || format === undefined) return textAnswer(404, 'hub.topic')
  const asked = { mode, format, callbackUrl: callbackUrl.href, secret, leaseMs: leaseOf(form) } as const
  const kept = await askHub(serverDatabase(), feed, asked, now)
  if (kept === 'moved') return textAnswer(404, 'hub.topic')
  if (kept === 'full') return textAnswer(429, `${mostHubSubscriptions}`, { 'retry-after': '3600' })
  return textAnswer(202)
})

function isCallback({ protocol, href, username }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && href.length <= longestCallback
}

/** The format and secret of a topic's address; empty: it is none of ours. */
function topicOf(topic: string): [format?: (typeof feedFormats)[number], secret?: string] {
  const start = `${config().publicUrl}/out/`
  if (!topic.startsWith(start)) return []
  const [, secret, ending] = /^([\w-]{20,60})\.(\w+)$/.exec(topic.slice(start.length)) ?? []
  const format = feedFormats.find((each) => each === ending)
  return format === undefined || secret === undefined ? [] : [format, secret]
}

function leaseOf(form: URLSearchParams): number {
  const wanted = Number(form.get('hub.lease_seconds') ?? '') * 1000
  if (!(wanted > 0)) return leases.usual
  return Math.min(leases.most, Math.max(leases.least, Math.round(wanted)))
}
