import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as undo } from '#app/api/v1/postings/mark-read/undo/route.ts'
import { formatUndoToken, parseUndoToken, type Undo } from '#lib/store/marks/undo-token.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  const server = await startServerDatabase()
  stop = server.stop
  token = (await addSubscriber(server.database, { name: 'anna' })).token
})

afterAll(() => stop())

const packed = (text: string) => deflateRawSync(text).toString('base64url')

test.each([
  ['digits that end wrongly', `1||${'1'.repeat(50)}x`],
  ['marks that end wrongly', `1|${'1,1,1'.repeat(100_000)}x|`],
  ['too many postings', `1||${'1;'.repeat(2_000_000)}1`],
  ['an empty part', '1||1;;2'],
  ['a part too many', '1||||'],
  ['a part too few', '1|'],
  ['a number too long', `1||${'1'.repeat(19)}`],
  ['a bomb', ' '.repeat(50_000_000)],
])('an undo token with %s is refused', async (_name, text) => {
  const undoToken = packed(text)
  expect(parseUndoToken(undoToken)).toBeNull()
  const answered = await callRoute(token, { module: { POST: undo }, method: 'POST', body: { undoToken } })
  expect(answered).toMatchObject({ status: 400, body: { error: { field: 'undoToken' } } })
})

test.each([
  ['marks that end wrongly', (length: number) => `1|${'1,1,1'.repeat(length)}x|`],
  ['many postings', (length: number) => `1||${'1;'.repeat(length)}1`],
])('an undo token with %s is read in time that grows with its length', async (_name, textOf) => {
  const read = (length: number) => parseUndoToken(packed(textOf(length)))
  expect(await growthOverFour(read, 10_000)).toBeLessThan(growthOfNoSquare)
})

test('an undo of ten thousand sources and as many postings survives the way to its subscriber and back', () => {
  const made: Undo = {
    madeAt: Date.UTC(2026, 0, 5),
    marks: Array.from({ length: 10_000 }, (_, n) => ({
      subscriptionId: n,
      from: BigInt(n),
      to: BigInt(n * 7),
    })),
    unreadIds: Array.from({ length: 10_000 }, (_, n) => BigInt(n) * 1_000_003n),
    readIds: Array.from({ length: 20_000 }, (_, n) => BigInt(n) * 37n),
  }
  expect(parseUndoToken(formatUndoToken(made))).toEqual(made)
  expect(parseUndoToken(formatUndoToken({ madeAt: 0, marks: [], unreadIds: [], readIds: [] }))).toEqual({
    madeAt: 0,
    marks: [],
    unreadIds: [],
    readIds: [],
  })
})
