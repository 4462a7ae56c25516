import { BroadcastChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Stands for the browser's: which streams are open, and what the server says on one. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static open: Stream[] = []
  readyState = 1
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor() {
    super()
    Stream.open.push(this)
  }
  close() {
    Stream.open = Stream.open.filter((each) => each !== this)
  }
  say(event: { readonly type: string }) {
    this.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
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
  await expect.poll(() => Stream.open.length, { timeout: 5000 }).toBe(0)
  vi.unstubAllGlobals()
})

/** A window: its own copy of the module, with the locks and channels of the browser. */
async function openWindow(accountId: string) {
  vi.resetModules()
  const { hearEvents } = await import('#lib/queries/event-stream.ts')
  const heard: string[] = []
  const listen = () => hearEvents(accountId, ({ type }) => void heard.push(type))
  const leave = listen()
  leaves.push(leave)
  return { heard, leave, listen }
}

const only = async () => {
  await expect.poll(() => Stream.open.length, { timeout: 5000 }).toBe(1)
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
  await expect.poll(() => Stream.open.includes(before), { timeout: 5000 }).toBe(false)
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
    vi.advanceTimersByTime(10_000)
  }
  vi.useRealTimers()
  const stream = await only()
  stream.onopen?.()
  expect(heard).toEqual(['account', 'back'])
  stream.refuse()
  expect(heard).toEqual(['account', 'back', 'account'])
})
