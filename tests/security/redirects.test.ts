import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownPath } from '#components/accounts/own-path.ts'

/** Open redirects (Miniflux: CVE-2025-67713, CVE-2026-55185): what stands in next= leads to this server, whatever a browser makes of it. */
test.each([
  ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example'],
  ...['/\n/evil.example', '\t//evil.example', '/.//evil.example', '/..//evil.example', '/a/..//evil.example'],
  ...[
    '/%2e//evil.example',
    '/.\\/evil.example',
    './/evil.example',
    'https:evil.example',
    'https:/evil.example',
  ],
  ...['https://evil.example', 'HTTPS://evil.example', 'http:\\\\evil.example', ' https://evil.example'],
  ...[
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'blob:http://here.invalid/x',
    'file:///x',
  ],
  ...[
    'http://here.invalid@evil.example/',
    '//here.invalid:1/',
    '@evil.example',
    '?//evil.example',
    '#//evil',
  ],
])('%j', (next) => {
  const path = ownPath(next)
  expect(path).toMatch(/^\/(?![/\\])/)
  for (const base of ['https://news.example/sign-in', 'http://localhost:3000/sign-in'])
    expect(new URL(path, base).origin).toBe(new URL(base).origin)
})

test('whatever it is', () => {
  const part = fc.constantFrom(
    ...[
      '/',
      '\\',
      '.',
      '..',
      '//',
      '\t',
      '\n',
      '@',
      ':',
      'http',
      'https',
      'evil.example',
      '%2f',
      '%5c',
      '?',
      '#',
      'a',
      '%2e',
    ],
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = ownPath(parts.join(''))
      return new URL(path, 'https://news.example').origin === 'https://news.example' && !path.startsWith('//')
    }),
    { numRuns: 20_000, seed: 9 },
  )
})

test('a path of this server stays as it is', () => {
  for (const next of ['/', '/sources/7?days=3', '/save?url=https%3A%2F%2Fa.example%2F%2Fb', '/?q=a//b'])
    expect(ownPath(next)).toBe(next)
  for (const next of [undefined, ['/a', '//b'], '']) expect(ownPath(next)).toBe('/')
})
