import { expect, test } from 'vitest'
import { remedyOf } from '#components/sources/list/remedy.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'

const failing = (reason: Reason) => remedyOf({ kind: 'failing', reason: { ...reason, text: '' } })

test('a feed that is well or was never looked at needs no remedy', () => {
  expect(remedyOf({ kind: 'ok', reason: null })).toBeNull()
  expect(remedyOf({ kind: 'waiting', reason: null })).toBeNull()
})

test('each failure has what a reader can do about it', () => {
  expect(failing({ code: 'badStatus', values: { status: 404 } })).toBe('find')
  expect(failing({ code: 'badStatus', values: { status: 401 } })).toBe('login')
  expect(failing({ code: 'badStatus', values: { status: 403 } })).toBe('ask')
  expect(failing({ code: 'badStatus', values: { status: 503 } })).toBe('wait')
  expect(failing({ code: 'brokenDocument', values: { detail: '' } })).toBe('mend')
  expect(failing({ code: 'timedOut', values: { host: 'a.example' } })).toBe('wait')
  expect(remedyOf({ kind: 'gone', reason: null })).toBe('find')
  expect(remedyOf({ kind: 'opted-out', reason: null })).toBe('ask')
})
