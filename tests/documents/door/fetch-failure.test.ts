import { expect, it } from 'vitest'
import { failureOf } from '#lib/documents/door/fetch-failure.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

it('several addresses tried in vain fail as the last one did, which alone had all the time', () => {
  const errors = [withCode('ENETUNREACH'), withCode('ECONNREFUSED')]
  // Node gives the whole the code of the first.
  const error = Object.assign(new AggregateError(errors), { code: 'ENETUNREACH' })
  expect(failureOf(error, 'http://feed.test/', { isTimeout: false, isAborted: false })).toMatchObject({
    errorKind: 'connect',
    systemCode: 'ECONNREFUSED',
    message: 'feed.test refused the connection.',
  })
})
