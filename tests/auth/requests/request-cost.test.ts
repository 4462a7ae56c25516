import { expect, test } from 'vitest'
import { costOf } from '#lib/auth/requests/request-cost.ts'

const costAt = (path: string) => costOf(new Request(`http://localhost${path}`))

test.each([
  '/api/v1/export',
  '/api/v1/%65xport',
  '/api/v1/views%2fcounts',
  '/%61pi/v1/rules/%31/run',
  '/api/v1/postings/mark-read/undo',
])('%s counts as what it stands for', (path) => expect(costAt(path)).toBe(10))

test.each(['/api/v1/me', '/api/v1/exports', '/api/v1/%2565xport', '/api/v1/%', '/api/v1/%C3%A9'])(
  '%s counts once',
  (path) => expect(costAt(path)).toBe(1),
)
