import { expect, test } from 'vitest'
import { withoutSecrets } from '#lib/documents/fetch/without-secrets.ts'

const secret = `p/ä"s&<'w ord+`

test.each([
  ['as it is', secret],
  ['as JSON', JSON.stringify(secret)],
  ['as JSON of PHP', `"p\\/\\u00e4\\"s&<'w ord+"`],
  ['as JSON in ASCII', `"p/\\u00e4\\"s&<'w ord+"`],
  ['as JSON of Go', `"p/ä\\"s\\u0026\\u003c'w ord+"`],
  ['as JSON with large letters', `"p/\\u00E4\\"s&<'w ord+"`],
  ['as a field of a form', new URLSearchParams({ key: secret }).toString()],
  ['in an address', `/login?key=${encodeURIComponent(secret)}`],
  ['in an address with small letters', `/login?key=${encodeURIComponent(secret).toLowerCase()}`],
  ['on a page', `p/ä"s&amp;&lt;'w ord+`],
  ['on a page of PHP', 'p/ä&quot;s&amp;&lt;&#039;w ord+'],
  ['on a page of Django 2', 'p/ä&quot;s&amp;&lt;&#39;w ord+'],
  ['on a page of Python', 'p/ä&quot;s&amp;&lt;&#x27;w ord+'],
  ['on a page of Go', 'p/ä&#34;s&amp;&lt;&#39;w ord+'],
])('a secret that a server repeats %s is taken out', (_way, repeated) => {
  const left = withoutSecrets(`You sent ${repeated}, twice: ${repeated}.`, [secret])
  expect(left).not.toMatch(/ord|s&|s%26/)
  expect(left.match(/•••/g)).toHaveLength(2)
})

test('of a secret within another one nothing is left, and other words stay', () => {
  expect(withoutSecrets('ab abc x', ['ab', 'abc', ''])).toBe('••• ••• x')
})
