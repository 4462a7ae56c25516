import { describe, expect, it } from 'vitest'
import { matchCommands, type Command } from '#components/palette/commands.ts'
import { completeQuery } from '#components/search/complete-query.ts'
import { cutQuery, shownErrors } from '#components/search/query-pieces.ts'
import { narrowedQuery } from '#components/search/save-view.tsx'
import { formatReadingState, parseReadingState } from '#components/reading/items/reading-address.ts'
import { moveView, viewAddress } from '#components/shell/tree/view-order.ts'
import { parseQuery } from '#lib/search/parse-query.ts'

describe('completion', () => {
  const names = {
    in: ['Around the harbour', 'Science'],
    from: ['Harbour Gazette', 'The "Quoted" One', 'Rail Weekly'],
  }
  const labels = (text: string, caret = text.length) =>
    completeQuery(text, caret, names).map(({ label }) => label)

  it('offers folders, sources and states behind their fields, those that begin so first', () => {
    expect(labels('in:')).toEqual(names.in)
    expect(labels('tide from:r')).toEqual(['Rail Weekly', 'Harbour Gazette'])
    expect(labels('-is:un')).toEqual(['unread'])
    expect(labels('from:"harbour g')).toEqual(['Harbour Gazette'])
    expect(labels('title:in')).toEqual([])
    expect(labels('words')).toEqual([])
  })

  it('puts a name in as the grammar reads it, and keeps what stands behind the caret', () => {
    const [first] = completeQuery('from:har tide', 8, names)
    expect(first).toMatchObject({ text: 'from:"Harbour Gazette" tide', caret: 23 })
    for (const name of names.from) {
      const [completion] = completeQuery(`from:${name.slice(0, 3)}`.replace(' ', ''), 8, {
        in: [],
        from: [name],
      })
      expect(parseQuery(completion?.text ?? '')).toEqual({ query: { kind: 'from', name }, errors: [] })
    }
  })
})

describe('pieces of a query', () => {
  it('are the text, whatever is wrong with it', () => {
    for (const text of [
      '',
      'in:"a b" -x OR (y',
      '"open',
      '  a  ',
      'before:soon tide',
      ')(',
      'x'.repeat(2100),
    ]) {
      const pieces = cutQuery(text, parseQuery(text).errors)
      expect(pieces.map((piece) => piece.text).join('')).toBe(text)
    }
  })

  it('are wrong where the mistake is', () => {
    const pieces = cutQuery('tide before:soon', parseQuery('tide before:soon').errors)
    expect(pieces.filter(({ isWrong }) => isWrong).map(({ text }) => text)).toEqual(['before:', 'soon'])
  })

  it('leave the word that is being written alone', () => {
    const { errors } = parseQuery('tide before:so')
    expect(shownErrors(errors, 14, true)).toEqual([])
    expect(shownErrors(errors, 3, true)).toHaveLength(1)
    expect(shownErrors(errors, 14, false)).toHaveLength(1)
  })
})

describe('views', () => {
  const view = (id: number, position: number) =>
    ({ id, name: `${id}`, query: 'tide', order: 'newest', layout: null, position }) as const

  it('are moved by the fewest changes of place', () => {
    expect(moveView([view(1, 0), view(2, 1), view(3, 2)], 3, 1)).toEqual([
      { id: 3, change: { position: 1 } },
      { id: 2, change: { position: 2 } },
    ])
    expect(moveView([view(1, 0)], 9, 0)).toEqual([])
  })

  it('have an address that holds their search, and shows what is unread', () => {
    const address = viewAddress({ id: 3, query: 'a&b "c"', order: 'best' })
    const state = parseReadingState(new URLSearchParams(address.slice(2)))
    expect(state.filter).toMatchObject({ query: 'a&b "c"', viewId: 3, best: true, show: 'unread' })
    expect(formatReadingState(state)).toBe(address)
  })

  it('of one place say so in their query', () => {
    const place = { folder: 'Around the harbour', source: undefined }
    expect(narrowedQuery('tide', place)).toBe('tide in:"Around the harbour"')
    expect(narrowedQuery('tide OR ebb', place)).toBe('(tide OR ebb) in:"Around the harbour"')
  })
})

describe('commands', () => {
  const command = (id: string, group: Command['group'], name: string): Command => ({
    id,
    group,
    name,
    icon: null,
    run: () => undefined,
  })
  const all = [
    command('a', 'goTo', 'All articles'),
    command('s', 'places', 'Área News'),
    command('t', 'do', 'Mark all'),
  ]
  const ids = (typed: string, used: readonly string[] = []) =>
    matchCommands(all, typed, used).map(({ id }) => id)

  it('begin with those used last; places come with words only', () => {
    expect(ids('')).toEqual(['a', 't'])
    expect(ids('', ['s', 'gone', 't'])).toEqual(['s', 't', 'a'])
  })

  it('are found by all words, without accents and capitals', () => {
    expect(ids('area')).toEqual(['s'])
    expect(ids('ALL')).toEqual(['a', 't'])
    expect(ids('all art')).toEqual(['a'])
    expect(ids('nothing')).toEqual([])
  })
})
