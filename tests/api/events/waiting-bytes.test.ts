import { expect, test, vi } from 'vitest'
import { mostWaitingBytes, eventStream } from '#lib/handlers/events/event-stream.ts'

function open() {
  const ended = new AbortController()
  const gone = new AbortController()
  const left = vi.fn()
  const { body, send } = eventStream(ended, gone.signal, left)
  return { ended, gone, left, send, reader: body.pipeThrough(new TextDecoderStream()).getReader() }
}

test('what is told is read in its order, also after the end', async () => {
  const { ended, left, send, reader } = open()
  const first = reader.read()
  for (const text of ['one', 'two', 'three']) send(text)
  expect((await first).value).toBe('one')
  ended.abort()
  send('four')
  expect([(await reader.read()).value, (await reader.read()).value]).toEqual(['two', 'three'])
  expect((await reader.read()).done).toBe(true)
  expect(left).toHaveBeenCalledTimes(1)
})

test('it ends when more waits than is kept; it is left when that was read, or nobody will', async () => {
  const { ended, gone, left, send, reader } = open()
  const told = 'x'.repeat(mostWaitingBytes / 100)
  for (let each = 0; each < 300; each += 1) send(told)
  expect(ended.signal.aborted).toBe(true)
  let bytes = 0
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    expect(left).not.toHaveBeenCalled()
    bytes += value.length
  }
  expect(bytes / mostWaitingBytes).toBeCloseTo(1, 1)
  gone.abort()
  expect(left).toHaveBeenCalledTimes(1)
})

test('who reads is told without end', async () => {
  const { ended, send, reader } = open()
  const told = 'x'.repeat(mostWaitingBytes / 100)
  for (let each = 0; each < 300; each += 1) {
    send(told)
    await reader.read()
  }
  expect(ended.signal.aborted).toBe(false)
})

test('nothing is kept for who has gone, whether or not it was read', async () => {
  const { gone, left, send, reader } = open()
  send('one')
  gone.abort()
  expect(left).toHaveBeenCalledTimes(1)
  await reader.cancel()
  expect(left).toHaveBeenCalledTimes(1)
})
