import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scenes } from './scenes.ts'

test('each picture is taken by the command, is there, and is shown in the tour', () => {
  const taken = scenes.map(({ name }) => `${name}.webp`).toSorted()
  const there = globSync('docs/pictures/*').map((file) => path.basename(file))
  const shown = [...readFileSync('docs/tour.md', 'utf8').matchAll(/\(pictures\/([^)]*)\)/g)].map(
    ([, file = '']) => file,
  )
  expect(there.toSorted()).toEqual(taken)
  expect(shown.toSorted()).toEqual(taken)
})
