import { expect, test, vi } from 'vitest'
import { exportRules, importRules } from '#lib/store/moving/move-rules.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

async function folder(reader: string, name: string, parentId: number | null = null): Promise<number> {
  const made = await createFolder(database, reader, { name, parentId })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

test('rules of folders find them by their paths, and all folders are read once for all rules', async () => {
  const [giver, taker] = [await addReader(database, 'giver'), await addReader(database, 'taker')]
  const inner = await folder(giver, 'Inner', await folder(giver, 'Outer'))
  for (let at = 0; at < 12; at++)
    await addRule(database, giver, {
      name: `Rule ${at}`,
      query: 'rain',
      scope: 'folder',
      folderId: inner,
      acts: { star: true },
    })
  const rules = await exportRules(database, giver)
  await folder(taker, 'Inner')
  const wanted = await folder(taker, 'Inner', await folder(taker, 'Outer'))
  const reads = vi.spyOn(database.folder, 'findMany')
  const [first, ...rest] = rules
  if (first === undefined) throw new Error('no rule was exported')
  expect(await importRules(database, taker, [...rest, { ...first, folderPath: ['Outer', 'Other'] }])).toEqual(
    ['Rule 0'],
  )
  expect(reads.mock.calls.length).toBeLessThan(5)
  const made = await database.rule.findMany({ where: { subscriberId: taker }, select: { folderId: true } })
  expect(made).toEqual(Array.from({ length: 11 }, () => ({ folderId: wanted })))
})
