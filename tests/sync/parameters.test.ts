import { expect, test } from 'vitest'
import { readParameters } from '#lib/sync/parameters.ts'
import { SyncRefusal } from '#lib/sync/sync-answer.ts'

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'

const read = (body: string, type = form, query = '') =>
  readParameters(
    new Request(`http://localhost/${query}`, { method: 'POST', body, headers: { 'content-type': type } }),
  )

test('names of the body have the values from there alone, in their order and without NUL', async () => {
  const { all, one, has } = await read('i=1&i=2%00&a=', form, '?i=3&r=4')
  expect([all('i'), all('a'), all('r'), all('x')]).toEqual([['1', '2'], [''], ['4'], []])
  expect([one('i'), one('a'), one('x'), has('r'), has('x')]).toEqual(['1', '', null, true, false])
})

test('twenty thousand ids are read, and asked for as often, within a second', async () => {
  const begunAt = performance.now()
  const { all } = await read(Array.from({ length: 20_000 }, (_, at) => `i=${at}`).join('&'))
  for (let at = 0; at < 20_000; at += 1) expect(all('i')[at]).toBe(`${at}`)
  expect((await read(`${part.repeat(100)}--b--\r\n`, multipart)).all('a')).toHaveLength(100)
  expect(performance.now() - begunAt).toBeLessThan(1000)
})

test.each([
  ['empty fields', 'a&'.repeat(2_000_000), form],
  ['nothing but separators', '&'.repeat(4_000_000), form],
  ['parts', part.repeat(70_000), multipart],
  ['parts beside another boundary', part.repeat(70_000), 'multipart/form-data; xboundary=none; boundary=b'],
  ['parts with a boundary in a list', part.repeat(70_000), `${multipart},c`],
])('millions of %s are refused before they are read', { timeout: 10_000 }, async (_what, body, type) => {
  const refused: unknown = await read(body, type).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SyncRefusal)
  expect((refused as SyncRefusal).answer.status).toBe(413)
})
