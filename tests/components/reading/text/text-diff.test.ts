import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffTexts, type DiffPart } from '#components/reading/text/text-diff.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

/** Removed in brackets, added in braces. */
const written = (parts: readonly DiffPart[]) =>
  parts.map(({ kind, text }) => ({ kept: text, removed: `[${text}]`, added: `{${text}}` })[kind]).join('')

const textWithout = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('')

describe('diffTexts', () => {
  it('keeps the words that stayed', () => {
    expect(written(diffTexts('The ferry is late by an hour', 'The ferry is late by two hours'))).toBe(
      'The ferry is late by [an hour]{two hours}',
    )
  })

  it('finds a paragraph put in between, and one that left', () => {
    expect(written(diffTexts('One.\nTwo.\n', 'One.\nOne and a half.\nTwo.\n'))).toBe(
      'One.\n{One and a half.\n}Two.\n',
    )
    expect(written(diffTexts('One.\nTwo.\nThree.\n', 'One.\nThree.\n'))).toBe('One.\n[Two.\n]Three.\n')
  })

  it('compares scripts without spaces letter by letter', () => {
    expect(written(diffTexts('船は一時間遅れる', '船は二時間遅れる'))).toBe('船は[一]{二}時間遅れる')
  })

  it('gives one kept part for equal texts and nothing for empty ones', () => {
    expect(diffTexts('Same.', 'Same.')).toEqual([{ kind: 'kept', text: 'Same.' }])
    expect(diffTexts('', '')).toEqual([])
  })

  it('shows very long different texts as replaced, in time that grows with them', async () => {
    const lines = (word: string, length: number) =>
      Array.from({ length }, (_, index) => `${word}${index}`).join('\n')
    const differing = (length: number) => diffTexts(lines('a', length), lines('b', length))
    expect(differing(5_000).map(({ kind }) => kind)).toEqual(['removed', 'added'])
    expect(await growthOverFour(differing, 5_000)).toBeLessThan(growthOfNoSquare)
  })

  it('holds both texts whole', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'word ', '語'), { maxLength: 40 })
      .map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffTexts(before, after)
        expect(textWithout(parts, 'added')).toBe(before)
        expect(textWithout(parts, 'removed')).toBe(after)
      }),
      { seed: 5 },
    )
  })
})
