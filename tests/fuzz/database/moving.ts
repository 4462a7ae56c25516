import fc from 'fast-check'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { broughtItem, exportAccount, fixture, importFile } from '#tests/support/world/moving.ts'
import { mutated } from '../mutate.ts'
import { fuzzTarget, mustHold, type FuzzTarget } from '../target.ts'

const files = ['google-reader.json', 'freshrss.json', 'inoreader.json', 'feedbin.json', 'miniflux.json']
const item = fc.record({
  title: fc.string({ unit: 'grapheme', maxLength: 30 }),
  at: fc.integer({ min: 1, max: 9 }),
  isStarred: fc.boolean(),
  label: fc.constantFrom('Trees', 'Boats & "ships"', 'ünï'),
})

/** Imports into accounts of their own. */
export function movingTargets(database: Database): readonly FuzzTarget[] {
  let made = 0
  const account = () => addSubscriber(database, { name: `moving-${(made += 1)}` })
  return [
    fuzzTarget(
      'imports: the report of a changed export adds up',
      60,
      mutated(files.map((file) => fixture(file))),
      async (file) => {
        const { token } = await account()
        for (const { found, added, alreadyThere, notHere, refused } of await importFile(token, file))
          mustHold(
            found === added + alreadyThere + notHere + refused,
            `${found} ≠ ${added} + ${alreadyThere} + ${notHere} + ${refused}`,
          )
      },
    ),
    fuzzTarget(
      'imports: an account that is exported, imported and exported again is the same',
      6,
      fc.array(item, { maxLength: 6 }),
      async (items) => {
        const one = await account()
        const other = await account()
        const brought = items.map(({ title, at, isStarred, label }) => ({
          ...broughtItem,
          title,
          canonical: [{ href: `https://gone.example/${at}` }],
          categories: [...(isStarred ? broughtItem.categories : []), `user/-/label/${label}`],
        }))
        await importFile(one.token, JSON.stringify({ items: brought }))
        const first = await exportAccount(one.token)
        await importFile(other.token, first)
        const wanted = contentOf(first)
        const got = contentOf(await exportAccount(other.token))
        mustHold(wanted === got, `${got}\nexported first: ${wanted}`)
      },
    ),
  ]
}

/** The content of the account, without its name and the time of the export. */
function contentOf(text: string): string {
  const content = {
    ...(JSON.parse(text) as Record<string, unknown>),
    account: null,
    exportedAt: null,
  } as Record<string, unknown>
  const states = content['states'] as { key: string; feedUrl: string }[]
  return JSON.stringify({
    ...content,
    states: states.toSorted((a, b) => (a.feedUrl + a.key < b.feedUrl + b.key ? -1 : 1)),
  })
}
