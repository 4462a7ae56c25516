import { expect, it } from 'vitest'
import { accountFailure } from '#components/accounts/account-failure.ts'
import { wordsOf } from '#lib/words/server-words.ts'

const t = wordsOf('de', 'accounts')

it('what the service does not take is told at its field, in the reader’s language', () => {
  const refusal = { code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address', status: 400 }
  expect(accountFailure(refusal, t)).toEqual({ field: 'email', message: t('wrongEmail') })
})

it('a refusal that is not known is told in that language, too', () => {
  const refusal = { code: 'SESSION_NOT_FRESH', message: 'Session is not fresh', status: 403 }
  expect(accountFailure(refusal, t)).toEqual({ field: 'form', message: t('refused') })
})
