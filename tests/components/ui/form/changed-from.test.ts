import { expect, test } from 'vitest'
import { changedFrom, isEmpty } from '#components/ui/form/changed-from.ts'

test('a form sends what was changed in it alone, and takes back that alone', () => {
  const stored = { keepReadDays: 120, keepUnreadDays: null, mostPostings: 500 }
  const wanted = { ...stored, keepUnreadDays: 200, mostPostings: null }
  expect(changedFrom<object>(stored, wanted)).toEqual({ keepUnreadDays: 200, mostPostings: null })
  expect(changedFrom<object>(wanted, stored)).toEqual({ keepUnreadDays: null, mostPostings: 500 })
})

test('what is as it was is nothing to send, whatever else is stored beside it', () => {
  const stored = { popularity: 0, fairShare: 5, signUp: 'open' }
  expect(isEmpty(changedFrom<object>(stored, { popularity: 0, fairShare: 5 }))).toBe(true)
  expect(isEmpty(changedFrom<object>(stored, { popularity: 0.5, fairShare: 5 }))).toBe(false)
})
