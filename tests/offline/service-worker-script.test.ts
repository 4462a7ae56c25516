import { ESLint } from 'eslint'
import { expect, test } from 'vitest'
import { GET } from '#app/sw.js/route.ts'

/** The globals that a browser gives a service worker, of which this one uses so much. */
const given = ['self', 'caches', 'fetch', 'Request', 'Response', 'URL', 'AbortSignal', 'setTimeout']

test('the service worker has all that it names, and no name twice', async () => {
  const eslint = new ESLint({
    overrideConfigFile: true,
    overrideConfig: {
      languageOptions: {
        sourceType: 'script',
        globals: Object.fromEntries(given.map((name) => [name, 'readonly'])),
      },
      rules: { 'no-undef': 'error', 'no-redeclare': 'error' },
    },
  })
  const script = await GET().text()
  expect(script.length).toBeGreaterThan(10_000)
  const [result] = await eslint.lintText(script)
  expect(result?.messages.map(({ message, line }) => `${line}: ${message}`)).toEqual([])
})
