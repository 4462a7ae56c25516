import { expect, test } from 'vitest'
import { namesInQuery, renameInQuery, type NameField } from '#lib/search/rename-in-query.ts'

const renamed = (text: string, field: NameField, from: string, ...to: string[]) =>
  renameInQuery(text, field, (name) => (name === from ? to : null))

test('only the name changes, where it stands; all else stays as written', () => {
  expect(renamed('  tern  -label:Old (label:"Old" OR label:Older) title:Old', 'label', 'Old', 'New')).toBe(
    '  tern  -label:New (label:New OR label:Older) title:Old',
  )
  expect(renamed('folder:Coast in:Coast', 'in', 'Coast', 'Sea')).toBe('folder:Sea in:Sea')
})

test('names with blanks, quotation marks and minus signs are quoted so that they are read back', () => {
  expect(renamed('label:a x', 'label', 'a', 'two words')).toBe('label:"two words" x')
  expect(renamed('label:a', 'label', 'a', 'the "one"')).toBe('label:«the "one"»')
  expect(renamed('label:a', 'label', 'a', 'x*')).toBe('label:"x*"')
  expect(renamed('label:a', 'label', 'a', '"a" «b» »c')).toBe('label:" a  «b» »c"')
})

test('a name that stands for another one, too, becomes either, and a denied one neither', () => {
  expect(renamed('tern -in:Local', 'in', 'Local', 'Local', 'Far away')).toBe(
    'tern -(in:Local OR in:"Far away")',
  )
})

test('a query that is not understood, or would become too long, stays as it is', () => {
  expect(renamed('label:a before:soon', 'label', 'a', 'b')).toBe('label:a before:soon')
  const long = `label:a ${'x'.repeat(1980)}`
  expect(renamed(long, 'label', 'a', 'y'.repeat(50))).toBe(long)
})

test('a renamed name in any quotation marks is read back as it is', () => {
  for (const name of ['The "big" ones', 'Les «grands»', 'Der „Große“', '"a" of b»'])
    expect(namesInQuery(renamed('in:a', 'in', 'a', name), 'in')).toEqual([name])
})
