import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GET } from '#app/sw.js/route.ts'

test('the service worker holds each of its files, and no name stands in two of them', async () => {
  const script = await GET().text()
  const files = readdirSync('lib/offline').filter((name) => name.endsWith('.ts'))
  const names = files.flatMap((file) =>
    [...readFileSync(`lib/offline/${file}`, 'utf8').matchAll(named)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(30)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  for (const name of names)
    expect(script, name).toMatch(new RegExp(`^(?:async )?(?:function|const|let) ${name}\\b`, 'm'))
  expect(() => new Function(script)).not.toThrow()
})

/** What stands at the top of a file and is still there without types. */
const named = /^(?:export )?(?:async )?(?:function|const|let) (\w+)/gm
