import { expect, test } from 'vitest'
import { isReadable } from '#lib/web/request-target.ts'

test.each([
  '/',
  '//',
  '/?a=%zz',
  '/caf%C3%A9',
  '/_next/x',
  'http://localhost:3000',
  'http://localhost/a?b=%',
])('an address can be read: %s', (target) => expect(isReadable(target)).toBe(true))

test.each([
  '',
  '*?x',
  '**',
  'x',
  'http://',
  'http://[',
  'http://a.example:99999/',
  '/%zz',
  '/sources/%ff',
  '/%c0?a',
])('what Next could not read is none: %s', (target) => expect(isReadable(target)).toBe(false))
