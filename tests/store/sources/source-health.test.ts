import { expect, test } from 'vitest'
import { healthOf } from '#lib/store/sources/source-health.ts'

const failed = { lastPolledAt: new Date(0), lastOutcome: 'failed', lastHttpStatus: 200 }
const slow = { ...failed, lastError: { code: 'documentTooSlow', values: {} } }

test('a document that took too long once is tried again before anybody is told', () => {
  expect(healthOf({ ...slow, consecutiveFailures: 1 })).toEqual({ kind: 'ok', reason: null })
  expect(healthOf({ ...slow, consecutiveFailures: 2 })).toMatchObject({
    kind: 'failing',
    reason: { code: 'documentTooSlow' },
  })
})

test('any other failure is told at once', () => {
  const missing = { ...failed, lastError: { code: 'badStatus', values: { status: 404 } } }
  expect(healthOf({ ...missing, consecutiveFailures: 1 })).toMatchObject({ kind: 'failing' })
})
