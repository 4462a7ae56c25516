import { describe, expect, it } from 'vitest'
import { buildTree, buildWholeTrees, type Tree } from '#components/organising/build-tree.ts'
import { findPlace, idsOf, planDrop, type TreeRow } from '#components/organising/plan-drop.ts'
import { drawnRows, tabStop } from '#components/shell/drawn-rows.ts'
import type { OrganisingSettings } from '#lib/api/organising/organising.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

const folder = (id: number, name: string, parentId: number | null = null, position = 0): FolderItem => ({
  id,
  name,
  parentId,
  position,
})
const source = (
  id: number,
  title: string,
  folderId: number | null,
  more: Partial<SubscriptionItem> = {},
) => ({
  id,
  sourceId: id * 10,
  folderId,
  position: 0,
  isMuted: false,
  isApart: false,
  fullText: false,
  unreadEdits: false,
  wantsFast: false,
  subscribedAt: '2026-01-05T00:00:00.000Z',
  labelIds: [],
  title,
  ownTitle: null,
  sourceTitle: '',
  url: `https://${id}.example/`,
  siteUrl: null,
  iconUrl: null,
  unread: 0,
  lastPostingAt: null,
  postingsPerDay: null,
  lastPolledAt: null,
  nextPollAt: null,
  health: { kind: 'ok', reason: null } as const,
  ...more,
})

const folders = [
  folder(1, 'News', null, 2),
  folder(2, 'Art', null, 1),
  folder(3, 'Local', 1),
  folder(4, 'Empty'),
]
const subscriptions = [
  source(1, 'b', 1, { lastPostingAt: '2026-01-02', position: 0 }),
  source(2, 'A', 1, { lastPostingAt: '2026-01-03', position: 1 }),
  source(3, 'c', 3, { lastPostingAt: '2026-01-05' }),
  source(4, 'd', 2, { isMuted: true, lastPostingAt: '2026-01-01' }),
  source(5, 'e', null),
  source(6, 'of a folder that is gone', 99),
]
const counts = {
  all: 9,
  starred: 0,
  later: 0,
  byLabel: {},
  bySource: { 10: 5, 20: 0, 30: 1, 40: 7, 50: 2, 60: 0 },
  byFolder: { 1: 6, 2: 0, 3: 1, 4: 0 },
}

function treeOf(settings: Partial<OrganisingSettings>, kept = {}): Tree {
  return buildTree({
    folders,
    subscriptions,
    counts,
    kept,
    collator: new Intl.Collator('en'),
    settings: { order: 'name', shown: 'all', ...settings },
  })
}

/** "News(Local(c), A, b)" */
function drawn(tree: Tree): string {
  return [
    ...tree.folders.map((each) => `${each.folder.name}(${drawn(each)})`),
    ...tree.sources.map((each) => each.title),
  ].join(' ')
}

describe('the tree of folders', () => {
  it.each([
    ['name', 'Art(d) Empty() News(Local(c) A b) e of a folder that is gone'],
    ['own', 'Empty() Art(d) News(Local(c) b A) e of a folder that is gone'],
    ['unread', 'News(Local(c) b A) Art(d) Empty() e of a folder that is gone'],
    ['newest', 'News(Local(c) A b) Art(d) Empty() e of a folder that is gone'],
  ] as const)('is ordered by %s, folders like their sources', (order, expected) => {
    expect(drawn(treeOf({ order }))).toBe(expected)
  })

  it('hides empty folders, and everything without unread, but never the list that is open', () => {
    expect(drawn(treeOf({ shown: 'filled' }))).toBe('Art(d) News(Local(c) A b) e of a folder that is gone')
    expect(drawn(treeOf({ shown: 'unread' }))).toBe('News(Local(c) b) e')
    expect(drawn(treeOf({ shown: 'unread' }, { folderId: 4 }))).toBe('Empty() News(Local(c) b) e')
    expect(drawn(treeOf({ shown: 'unread' }, { sourceId: 40 }))).toBe('Art(d) News(Local(c) b) e')
  })

  it('is built in time that grows with the sources and folders', async () => {
    const build = (folders: number) =>
      buildTree({
        folders: Array.from({ length: folders }, (_, n) =>
          folder(n + 1, `Folder ${n}`, n < 20 ? null : (n % 20) + 1),
        ),
        subscriptions: Array.from({ length: 10 * folders }, (_, n) =>
          source(n + 1, `Source ${n}`, (n % folders) + 1),
        ),
        counts,
        settings: { order: 'name', shown: 'all' },
        collator: new Intl.Collator('en'),
      })
    expect(await growthOverFour(build, 50)).toBeLessThan(growthOfNoSquare)
  })
})

describe('the way of Tab into the tree', () => {
  const rows = [...drawnRows(treeOf({}), [{ id: 7 }], ({ folder }) => folder.name === 'News')]

  it('knows which rows are drawn: nothing inside closed folders', () => {
    expect(rows).toEqual([
      ...['folder:2', 'folder:4', 'folder:1', 'folder:3', 'source:20', 'source:10'],
      ...['source:50', 'source:60', 'label:7'],
    ])
  })

  it('leads to the row that had the focus, else to the list that is shown, else to the first row', () => {
    expect(tabStop(['source:10', 'source:50'], rows)).toBe('source:10')
    expect(tabStop(['source:30', 'source:50'], rows)).toBe('source:50')
    expect(tabStop(['top:0', 'source:30'], rows)).toBe('folder:2')
    expect(tabStop([null, null], rows)).toBe('folder:2')
    expect(tabStop(['source:10', null], [])).toBeNull()
  })
})

const at = (kind: 'source' | 'folder', id: number): TreeRow => ({ kind, id })

describe('dragging', () => {
  const own = treeOf({ order: 'own' })
  const named = treeOf({})

  it('takes a source into the folder it is dropped on', () => {
    expect(planDrop(named, 'name', at('source', 5), at('folder', 2), 0.1)).toMatchObject({
      kind: 'subscriptions',
      parentId: 2,
      ids: null,
      line: null,
    })
    expect(planDrop(named, 'name', at('source', 1), at('folder', 1), 0.5)).toBeNull()
    expect(planDrop(named, 'name', at('source', 1), { kind: 'top' }, 0.5)).toMatchObject({ parentId: null })
  })

  it('puts a source between others in the own order, and begins that order within a folder', () => {
    const plan = planDrop(own, 'own', at('source', 5), at('source', 2), 0.2)
    expect(plan).toMatchObject({ parentId: 1, ids: [1, 5, 2], line: 'before', isOwnOrder: false })
    expect(planDrop(named, 'name', at('source', 1), at('source', 2), 0.2)).toMatchObject({
      parentId: 1,
      ids: [1, 2],
      line: 'before',
      isOwnOrder: true,
    })
    expect(planDrop(named, 'name', at('source', 5), at('source', 2), 0.2)).toMatchObject({
      parentId: 1,
      ids: null,
      line: null,
    })
  })

  it('keeps the places of rows that are hidden now, and knows the own order for the way back', () => {
    const settings = { order: 'unread', shown: 'unread' } as const
    const more = [...subscriptions, source(7, 'hidden', 1, { isMuted: true, position: -1 })]
    const trees = buildWholeTrees({
      folders,
      subscriptions: more,
      counts,
      settings,
      collator: new Intl.Collator('en'),
    })
    expect(planDrop(trees.shown, 'unread', at('source', 2), at('source', 1), 0.2)).toMatchObject({
      ids: [2, 1, 7],
      isOwnOrder: true,
    })
    const before = findPlace(trees.own, at('source', 2))
    expect(before && idsOf(before.branch, 'source')).toEqual([7, 1, 2])
  })

  it('leaves the own order of another place alone that is shown by name', () => {
    expect(planDrop(named, 'name', at('folder', 3), at('folder', 2), 0.9)).toEqual({
      kind: 'folders',
      parentId: null,
      ids: null,
      line: 'after',
      isOwnOrder: false,
    })
  })

  it('puts a folder into another, or between others', () => {
    expect(planDrop(own, 'own', at('folder', 2), at('folder', 1), 0.5)).toMatchObject({
      parentId: 1,
      ids: null,
    })
    expect(planDrop(own, 'own', at('folder', 1), at('folder', 2), 0.1)).toMatchObject({
      kind: 'folders',
      parentId: null,
      ids: [4, 1, 2],
      line: 'before',
    })
    expect(planDrop(own, 'own', at('folder', 3), at('folder', 2), 0.9)).toMatchObject({ ids: [4, 2, 3, 1] })
  })

  it('never takes a folder into itself', () => {
    for (const fraction of [0.1, 0.5, 0.9])
      for (const target of [at('folder', 1), at('folder', 3), at('source', 3)])
        expect(planDrop(own, 'own', at('folder', 1), target, fraction)).toBeNull()
  })
})
