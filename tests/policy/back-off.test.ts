import { describe, expect, test } from 'vitest'
import { backOffMs } from '#lib/policy/back-off.ts'
import { failureKindOf, type FailureKind } from '#lib/policy/basics/failure-kind.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { everyReason } from '#tests/support/data/every-reason.ts'

const halfHour = 30 * MINUTE_MS

/** The waits of a source that is usually polled each half hour, without their jitter: after one failure, two, three and very many. */
const table: readonly (readonly [FailureKind, readonly number[]])[] = [
  ['server-error', [halfHour, HOUR_MS, 2 * HOUR_MS, 6 * HOUR_MS]],
  ['unreadable', [halfHour, HOUR_MS, 2 * HOUR_MS, 12 * HOUR_MS]],
  ['slow', [MINUTE_MS, HOUR_MS, 2 * HOUR_MS, 12 * HOUR_MS]],
  ['timeout', [halfHour, HOUR_MS, 2 * HOUR_MS, DAY_MS]],
  ['connection', [halfHour, HOUR_MS, 2 * HOUR_MS, DAY_MS]],
  ['name', [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, DAY_MS]],
  ['certificate', [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, DAY_MS]],
  ['bad-request', [HOUR_MS, 2 * HOUR_MS, 4 * HOUR_MS, DAY_MS]],
  ['missing', [HOUR_MS, 3 * HOUR_MS, 9 * HOUR_MS, 2 * DAY_MS]],
  ['refused', [3 * HOUR_MS, 9 * HOUR_MS, 27 * HOUR_MS, 3 * DAY_MS]],
  ['other', [halfHour, HOUR_MS, 2 * HOUR_MS, DAY_MS]],
]

describe('the wait after a failure', () => {
  test.each(table)('grows by its kind, less a jitter: %s', (kind, full) => {
    const waits = [1, 2, 3, 5_000].map((failures) => backOffMs(1, halfHour, failures, kind))
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeLessThanOrEqual(full[index] ?? 0)
      expect(wait).toBeGreaterThanOrEqual(0.75 * (full[index] ?? 0))
    }
  })

  test.each(table.filter(([kind]) => kind !== 'slow'))(
    'never brings a rarely polled source sooner than a success would, up to a day: %s',
    (kind) => {
      for (const failures of [1, 2, 100]) {
        expect(backOffMs(1, 20 * HOUR_MS, failures, kind)).toBeGreaterThanOrEqual(0.75 * 20 * HOUR_MS)
        expect(backOffMs(1, 9 * DAY_MS, failures, kind)).toBeGreaterThanOrEqual(0.75 * DAY_MS)
      }
    },
  )
})

describe('the kind of a failure', () => {
  const status = (code: number): Reason => ({ code: 'badStatus', values: { status: code } })
  test.each([
    [everyReason.hostUnknown, 'name'],
    [everyReason.badCertificate, 'certificate'],
    [everyReason.timedOut, 'timeout'],
    [everyReason.notConnected, 'connection'],
    [everyReason.brokenAnswer, 'connection'],
    [status(404), 'missing'],
    [status(401), 'refused'],
    [status(403), 'refused'],
    [status(406), 'bad-request'],
    [status(500), 'server-error'],
    [status(304), 'other'],
    [everyReason.webPage, 'unreadable'],
    [everyReason.challengePage, 'refused'],
    [everyReason.loginPage, 'refused'],
    [everyReason.brokenDocument, 'unreadable'],
    [everyReason.unpackable, 'unreadable'],
    [everyReason.documentTooSlow, 'slow'],
    [everyReason.documentUnread, 'slow'],
    [everyReason.hostDown, 'server-error'],
    [everyReason.notStored, 'other'],
    [null, 'other'],
  ] as const)('is told by its reason: %j', (reason, kind) => {
    expect(failureKindOf(reason)).toBe(kind)
  })
})
