import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import { formatReadingState, parseReadingState } from '#components/reading/items/reading-address.ts'

const parse = (search: string) => parseReadingState(new URLSearchParams(search))

describe('reading address', () => {
  it('shows what is unread by default, and all of what was kept', () => {
    expect(parse('').filter).toEqual({
      folderId: undefined,
      sourceId: undefined,
      labelId: undefined,
      starred: false,
      later: false,
      show: 'unread',
      order: 'newest',
    })
    expect(parse('starred=1').filter.show).toBe('all')
    expect(parse('later=1').filter.show).toBe('all')
    expect(parse('later=1&starred=1').filter).toMatchObject({ starred: true, later: false })
  })

  it.each([
    'folder=0',
    'folder=-1',
    'folder=1e3',
    'folder=x',
    'source=99999999999',
    'label=x',
    'show=some',
    'order=up',
  ])('leaves out what makes no sense: %s', (search) => expect(parse(search)).toEqual(parse('')))

  it.each(['posting=-1', 'posting=abc', 'posting=1234567890123456789'])('opens nothing for %s', (search) =>
    expect(parse(search).postingId).toBeNull(),
  )

  it('prefers the folder when both folder and source are given', () => {
    expect(parse('folder=1&source=2').filter).toMatchObject({ folderId: 1, sourceId: undefined })
  })

  it('writes the shortest address', () => {
    expect(formatReadingState(parse('show=unread&order=newest'))).toBe('/')
    expect(formatReadingState(parse('starred=1&show=all'))).toBe('/?starred=1')
  })

  it('follows what was chosen for the list, unless it says otherwise itself', () => {
    const lists = { 'folder:1': { order: 'source', show: 'all' }, '*': { order: 'oldest' } } as const
    const settings = { lists, options: defaultReadingOptions }
    const read = (search: string) => parseReadingState(new URLSearchParams(search), settings)
    expect(read('folder=1').filter).toMatchObject({ order: 'source', show: 'all' })
    expect(read('folder=1&order=newest').filter).toMatchObject({ order: 'newest', show: 'all' })
    expect(read('folder=2').filter).toMatchObject({ order: 'oldest', show: 'unread' })
    expect(formatReadingState(read('folder=1&order=source'), settings)).toBe('/?folder=1')
    expect(formatReadingState(read('folder=1&show=unread'), settings)).toBe('/?folder=1&show=unread')
  })

  it('reads the fresh list with the age that was chosen, the newest first', () => {
    const settings = { lists: {}, options: { ...defaultReadingOptions, freshMinutes: 45 } }
    const { filter } = parseReadingState(new URLSearchParams('fresh=1'), settings)
    expect(filter).toMatchObject({ freshMinutes: 45, order: 'newest', show: 'all' })
  })

  it.each([
    ['tide', true],
    ['title:tide is:unread', undefined],
    ['from:"Rail Weekly"', undefined],
    ['in:«My folder» is:starred', undefined],
    ['-"two words" is:starred', undefined],
    ['NOT tide', undefined],
    ['e-mail', true],
    ['is:starred (ebb OR "low tide")', true],
    ['is:starred after:7d', undefined],
    ['-sports in:News', undefined],
    ['', undefined],
  ])('has the best hits of “%s” first: %s', (query, best) => {
    const { filter } = parseReadingState(new URLSearchParams({ q: query }))
    expect([filter.best, filter.order]).toEqual([best, 'newest'])
    const address = formatReadingState({ filter, postingId: null })
    expect(address).toBe(`/?${new URLSearchParams({ q: query }).toString()}`)
    for (const order of ['newest', 'oldest', 'best']) {
      const asked = parseReadingState(new URLSearchParams({ q: query, order })).filter
      expect([asked.best ?? false, asked.order]).toEqual(order === 'best' ? [true, 'newest'] : [false, order])
    }
    // A view says itself how it stands.
    expect(parseReadingState(new URLSearchParams({ q: query, view: '3' })).filter.best).toBeUndefined()
  })

  it('reads back every state that it writes', () => {
    const states = fc.record({
      place: fc.constantFrom(
        '',
        'folder=7',
        'source=12',
        'starred=1',
        'source=12&starred=1',
        'label=3',
        'later=1',
        'label=3&later=1',
        'fresh=1',
      ),
      show: fc.constantFrom('', 'show=all', 'show=unread'),
      order: fc.constantFrom(
        '',
        'order=oldest',
        'order=newest',
        'order=published',
        'order=weight',
        'order=source',
      ),
      posting: fc.constantFrom('', 'posting=123456789012'),
    })
    fc.assert(
      fc.property(states, ({ place, show, order, posting }) => {
        const state = parse([place, show, order, posting].join('&'))
        const search = formatReadingState(state).slice(2)
        expect(parse(search)).toEqual(state)
      }),
    )
  })
})
