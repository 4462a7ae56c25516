import { expect, test } from 'vitest'
import { noteSender } from '#lib/api/http/body-room.ts'
import { readParameters } from '#lib/sync/parameters.ts'
import { SyncRefusal } from '#lib/sync/sync-answer.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=b'
const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'

const read = (body: string, type = form, query = '') => {
  const init = { method: 'POST', body, headers: { 'content-type': type } }
  const request = new Request(`http://localhost/${query}`, init)
  noteSender(request, 'ada')
  return readParameters(request)
}

test('names of the body have the values from there alone, in their order and without NUL', async () => {
  const { all, one, has } = await read('i=1&i=2%00&a=', form, '?i=3&r=4')
  expect([all('i'), all('a'), all('r'), all('x')]).toEqual([['1', '2'], [''], ['4'], []])
  expect([one('i'), one('a'), one('x'), has('r'), has('x')]).toEqual(['1', '', null, true, false])
})

test.each(['', form, 'text/plain', 'application/octet-stream', multipart, 'Application/XML'])(
  'a body of type "%s" that begins with "<" is a document',
  async (type) => {
    const list = '<opml version="2.0"><body/></opml>'
    for (const text of [list, ` \r\n\t${list}`, `\ufeff${list}`]) {
      const { document, all } = await read(text, type, '?a=1')
      expect([document?.toString('utf8'), all('a')]).toEqual([text, ['1']])
    }
    const wide = Buffer.from(`\ufeff${list}`, 'utf16le')
    const headers = { 'content-type': type }
    const request = new Request('http://localhost/', { method: 'POST', body: new Uint8Array(wide), headers })
    expect((await readParameters(request)).document?.equals(wide)).toBe(true)
  },
)

test('a form that holds "<" further on is no document', async () => {
  for (const body of ['i=<1>', '', ' ', 'a&<b>'])
    expect(await read(body, '')).toMatchObject({ document: null })
})

test('many ids are read, and asked for as often, in time that grows with their number', async () => {
  const ask = async (length: number) => {
    const { all } = await read(Array.from({ length }, (_, at) => `i=${at}`).join('&'))
    for (let at = 0; at < length; at += 1) if (all('i')[at] !== `${at}`) throw new Error(`${at} is lost`)
  }
  // More than 25,000 are refused, so that it is the few that are read often.
  const askOften = async (length: number) => {
    for (let n = 0; n < 20; n += 1) await ask(length)
  }
  expect(await growthOverFour(askOften, 5_000)).toBeLessThan(growthOfNoSquare)
  expect((await read(`${part.repeat(100)}--b--\r\n`, multipart)).all('a')).toHaveLength(100)
})

test.each([
  ['empty fields', 'a&'.repeat(2_000_000), form],
  ['nothing but separators', '&'.repeat(4_000_000), form],
  ['parts', part.repeat(70_000), multipart],
  ['parts beside another boundary', part.repeat(70_000), 'multipart/form-data; xboundary=none; boundary=b'],
  ['parts with a boundary in a list', part.repeat(70_000), `${multipart},c`],
  ['headers of a part', `--b\r\n${'a:\r\n'.repeat(700_000)}\r\n--b--\r\n`, multipart],
])('millions of %s are refused before they are read', async (_what, body, type) => {
  const refused: unknown = await read(body, type).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SyncRefusal)
  expect((refused as SyncRefusal).status).toBe(413)
})

test('a part may have the headers that programs send, whatever its file holds', async () => {
  const list = `<opml>\r\n\r\n${'<!-- a line -->\r\n'.repeat(1_000)}\r\n--\r\n</opml>`
  const head =
    'Content-Disposition: form-data; name="list"; filename="list.opml"\r\nContent-Type: text/x-opml'
  const body = `--b-1\r\n${head}\r\n\r\n${list}\r\n--b-1--\r\n`
  for (const type of [
    'multipart/form-data; boundary="b-1"',
    'multipart/form-data; charset=utf-8; boundary=b-1',
  ]) {
    const { document } = await read(body, type)
    expect(document?.toString('utf8')).toBe(list)
  }
})
