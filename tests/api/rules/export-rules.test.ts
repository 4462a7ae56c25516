import { expect, test } from 'vitest'
import type { RuleRequest } from '#lib/api/rules/rules.ts'
import { listRules } from '#lib/store/rules/rules.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { exportAccount, importFile } from '#tests/support/world/moving.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

type Written = { rules: { name: string; query: string; scope: string; acts: { label: string | null } }[] }

test('rules move to another account in their order, with folder, source and label by name; what is not here is told', async () => {
  const one = await addSubscriber(database, { name: 'one' })
  const two = await addSubscriber(database, { name: 'two' })
  const { sourceId } = await addSubscription(database, one.id, 'times', { folderName: 'Outer' })
  const folder = await database.folder.findFirstOrThrow({ where: { subscriberId: one.id } })
  const label = await database.label.create({ data: { name: 'Sea', subscriberId: one.id } })
  const rules: readonly Pick<RuleRequest, 'name' | 'query'>[] = [
    {
      ...{ name: 'In a folder', query: 'ship' },
      ...{ scope: 'folder', folderId: folder.id, acts: { star: true } },
    },
    {
      ...{ name: 'Labels', query: 'sea OR lake', isOn: false, stops: true },
      ...{ acts: { labelId: label.id } },
    },
    { ...{ name: 'Old list', kind: 'block', query: 'horoscope' } },
    { ...{ name: 'New list', kind: 'keep', query: 'ship\nboat' }, ...{ scope: 'source', sourceId } },
  ]
  for (const rule of rules) await addRule(database, one.id, rule)
  const written = await exportAccount(one.token)
  const rulesOf = (text: string) => (JSON.parse(text) as Written).rules
  expect(rulesOf(written).map(({ name }) => name)).toEqual(['New list', 'Old list', 'In a folder', 'Labels'])
  for (const time of ['first', 'second']) {
    expect(await importFile(two.token, written), time).toMatchObject([{ refusal: null, problems: [] }])
    expect(rulesOf(await exportAccount(two.token))).toEqual(rulesOf(written))
  }
  expect(await listRules(database, two.id)).toMatchObject([
    { sourceId },
    {},
    {},
    { isOn: false, stops: true },
  ])
  const broken = JSON.parse(written) as Written
  broken.rules = [
    { ...(broken.rules[3] ?? broken.rules[0]), name: 'No such label', acts: { label: 'Nobody' } },
    { ...broken.rules[3], name: 'Not understood', query: 'before:soon' },
  ].map((rule) => ({
    ...broken.rules[3],
    ...rule,
    acts: { ...broken.rules[3]?.acts, ...rule.acts },
  })) as Written['rules']
  const [report] = await importFile(two.token, JSON.stringify(broken))
  expect(report).toMatchObject({ problems: [{ place: 'No such label' }, { place: 'Not understood' }] })
  expect(await listRules(database, two.id)).toHaveLength(4)
})
