import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Stands for the browser's: which streams are open, and what the server says on one. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static open: Stream[] = []
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    Stream.open.push(this)
  }
  close() {
    Stream.open = Stream.open.filter((each) => each !== this)
  }
  say(event: { readonly type: string }, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event), lastEventId }))
  }
  refuse() {
    this.readyState = Stream.CLOSED
    this.close()
    this.onerror?.()
  }
}

const leaves: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('BroadcastChannel', BroadcastChannel)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
})
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave()
  await expect.poll(() => Stream.open.length).toBe(0)
  vi.unstubAllGlobals()
})

/** A window: its own copy of the module, with the locks and channels of the browser. */
async function openWindow(accountId: string, since: string | null = null) {
  vi.resetModules()
  const { hearEvents } = await import('#lib/queries/events/event-stream.ts')
  const heard: string[] = []
  const listen = () => hearEvents(accountId, ({ type }) => void heard.push(type), since)
  const leave = listen()
  leaves.push(leave)
  return { heard, leave, listen }
}

const only = async () => {
  await expect.poll(() => Stream.open.length).toBe(1)
  const [stream] = Stream.open
  if (stream === undefined) throw new Error('no stream')
  return stream
}

test('eight windows share one stream, and all hear what it tells', async () => {
  const windows = []
  for (let count = 0; count < 8; count += 1) windows.push(await openWindow('anna'))
  const stream = await only()
  stream.onopen?.()
  stream.say({ type: 'state' })
  for (const { heard } of windows) await expect.poll(() => heard).toEqual(['state'])
  stream.onerror?.()
  stream.onopen?.()
  for (const { heard } of windows) await expect.poll(() => heard).toEqual(['state', 'back'])
})

test('another window takes over, and all catch up with what nobody heard', async () => {
  const first = await openWindow('berta')
  const before = await only()
  const others = [await openWindow('berta'), await openWindow('berta')]
  first.leave()
  await expect.poll(() => Stream.open.includes(before)).toBe(false)
  const after = await only()
  after.onopen?.()
  after.say({ type: 'settings' })
  for (const { heard } of others) await expect.poll(() => heard).toEqual(['back', 'settings'])
})

test('a window that somebody looks at takes the stream from one that sleeps', async () => {
  void navigator.locks
    .request('skylark-events-carla', () => new Promise(() => undefined))
    .catch(() => undefined)
  const { heard } = await openWindow('carla')
  const stream = await only()
  stream.onopen?.()
  expect(heard).toEqual(['back'])
})

test('a holder that answers keeps the stream', async () => {
  await openWindow('dora')
  const before = await only()
  await openWindow('dora')
  await new Promise((resolve) => setTimeout(resolve, 2500))
  expect(await only()).toBe(before)
})

test('the next page of a window goes on with its stream', async () => {
  const { leave, listen } = await openWindow('emma')
  const before = await only()
  leave()
  leaves.push(listen())
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await only()).toBe(before)
})

test('what came between two pages of a window has the next one catch up', async () => {
  const { heard, leave, listen } = await openWindow('emil')
  const stream = await only()
  stream.onopen?.()
  leave()
  stream.say({ type: 'state' })
  leaves.push(listen())
  expect(heard).toEqual(['back'])
  leaves.at(-1)?.()
  leaves.push(listen())
  expect(heard).toEqual(['back'])
  leaves.at(-1)?.()
  stream.onerror?.()
  stream.onopen?.()
  leaves.push(listen())
  expect(heard).toEqual(['back', 'back'])
})

test('accounts share nothing', async () => {
  const frida = await openWindow('frida')
  const stream = await only()
  const gerda = await openWindow('gerda')
  await expect.poll(() => Stream.open.length).toBe(2)
  stream.say({ type: 'state' })
  await expect.poll(() => frida.heard).toEqual(['state'])
  expect(gerda.heard).toEqual([])
})

test('without locks, as over plain HTTP, every window has its own stream', async () => {
  vi.stubGlobal('navigator', {})
  const windows = [await openWindow('hanna'), await openWindow('hanna')]
  expect(Stream.open).toHaveLength(2)
  for (const stream of Stream.open) stream.say({ type: 'state' })
  for (const { heard } of windows) expect(heard).toEqual(['state'])
})

test('a refused stream has the account asked for once, and is opened again', async () => {
  const { heard } = await openWindow('ida')
  await only()
  vi.useFakeTimers()
  for (let count = 0; count < 3; count += 1) {
    Stream.open[0]?.refuse()
    expect(heard).toEqual(['account'])
    vi.advanceTimersByTime(30_000)
  }
  vi.useRealTimers()
  const stream = await only()
  stream.onopen?.()
  expect(heard).toEqual(['account', 'back'])
  stream.refuse()
  expect(heard).toEqual(['account', 'back', 'account'])
})

/** Stands for the server's answer to who asks what it missed. */
function answerMissed(events: readonly { id: string; event: { type: string } }[] | null): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return Promise.resolve(
      events === null
        ? Response.json({ error: { code: 'internal', message: '' } }, { status: 500 })
        : Response.json({ events, position: '9.9.9:9:' }),
    )
  })
  return asked
}

test('the first stream begins where the page stands, and one that was lost goes on without catching up', async () => {
  vi.stubGlobal('navigator', {})
  const { heard } = await openWindow('jana', '1.0.5:5:')
  const stream = await only()
  expect(stream.url).toBe('/api/v1/events?since=1.0.5:5:')
  stream.say({ type: 'state' }, '2.6.6:6:')
  stream.onerror?.()
  stream.onopen?.()
  stream.say({ type: 'state' }, '2.6.6:6:') // told again
  stream.say({ type: 'settings' }, '3.7.7:7:')
  expect(heard).toEqual(['state', 'settings'])
  stream.say({ type: 'reset' }, '4.8.8:8:')
  expect(heard).toEqual(['state', 'settings', 'back'])
})

test('another window takes the stream over from the last event that it heard', async () => {
  const first = await openWindow('klara', '1.0.5:5:')
  const before = await only()
  answerMissed([])
  const { heard } = await openWindow('klara', '1.0.5:5:')
  before.say({ type: 'state' }, '2.6.6:6:')
  await expect.poll(() => heard).toEqual(['state'])
  first.leave()
  await expect.poll(() => Stream.open.includes(before)).toBe(false)
  const after = await only()
  expect(after.url).toBe('/api/v1/events?since=2.6.6:6:')
  after.onopen?.()
  after.say({ type: 'settings' }, '3.7.7:7:')
  expect(heard).toEqual(['state', 'settings'])
})

test('a page beside others asks for what came while it was on its way, and hears it once', async () => {
  await openWindow('lena', '5.0.9:9:')
  const stream = await only()
  const asked = answerMissed([{ id: '4.8.8:8:', event: { type: 'settings' } }])
  const { heard } = await openWindow('lena', '3.0.7:7:')
  await expect.poll(() => heard).toEqual(['settings'])
  expect(asked).toEqual(['/api/v1/events/missed?since=3.0.7:7:'])
  stream.say({ type: 'settings' }, '4.8.8:8:')
  stream.say({ type: 'state' }, '6.9.9:9:')
  await expect.poll(() => heard).toEqual(['settings', 'state'])
})

test('a page that cannot ask for what it missed reads everything again', async () => {
  await openWindow('maria', '5.0.9:9:')
  await only()
  answerMissed(null)
  const { heard } = await openWindow('maria', '3.0.7:7:')
  await expect.poll(() => heard).toEqual(['back'])
})

test('a window whose stream is refused for good asks now and then what it missed, and neither gives up nor spins', async () => {
  vi.stubGlobal('navigator', {})
  const { heard } = await openWindow('rosa', '1.0.5:5:')
  const asked = answerMissed([{ id: '2.6.6:6:', event: { type: 'state' } }])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let opened = 0
  for (let second = 0; second < 600; second += 1) {
    const stream = Stream.open[0]
    if (stream !== undefined) {
      opened += 1
      stream.refuse()
      await vi.dynamicImportSettled()
    }
    await vi.advanceTimersByTimeAsync(1_000)
  }
  vi.useRealTimers()
  expect([opened, asked.length]).toEqual([21, 20]) // after 10, 20 and then each 30 s
  expect([asked[0], asked[1]]).toEqual([
    '/api/v1/events/missed?since=1.0.5:5:',
    '/api/v1/events/missed?since=2.6.6:6:',
  ])
  expect(heard).toEqual(['account', 'state']) // what is told again is known
})
