import { expect, test } from 'vitest'
import { healthOf } from '#lib/store/sources/source-health.ts'

const failed = { lastPolledAt: new Date(0), lastOutcome: 'failed', lastHttpStatus: 200 }
test.each(['documentTooSlow', 'documentUnread'])(
  'a document that was not read once is tried again before anybody is told: %s',
  (code) => {
    const slow = { ...failed, lastError: { code, values: {} } }
    expect(healthOf({ ...slow, consecutiveFailures: 1 })).toEqual({ kind: 'ok', reason: null })
    expect(healthOf({ ...slow, consecutiveFailures: 2 })).toMatchObject({
      kind: 'failing',
      reason: { code },
    })
  },
)

test('any other failure is told at once', () => {
  const missing = { ...failed, lastError: { code: 'badStatus', values: { status: 404 } } }
  expect(healthOf({ ...missing, consecutiveFailures: 1 })).toMatchObject({ kind: 'failing' })
})
