import { expect, test } from 'vitest'
import { rulesBroken } from '#tests/support/run/lint.ts'

async function toldOfWords(code: string, file: string): Promise<string[]> {
  const broken = await rulesBroken(code, file)
  return broken.filter(({ rule }) => rule.startsWith('words/')).map(({ message }) => message)
}

test('the linter refuses words for people in the program', async () => {
  const code = `export const X = ({ isRead, n }: { isRead: boolean; n: number }) => (
    <a title="Go there">{isRead ? 'Read' : t('unread')}<b>Hello</b>{\`\${n} new\`}<input name="email" />Skylark</a>
  )
  showToast('Done')`
  const told = ['Go there', 'Read', 'Hello', 'new', 'Done']
  expect(await toldOfWords(code, 'components/reading/new.tsx')).toEqual(
    told.map((text) => `"${text}" is for people: put it into lib/words.`),
  )
})

test('the linter refuses a message without the values that it takes', async () => {
  const use = (values: string) =>
    `const t = useWords('reading'); export const x = () => t('newPostings'${values})`
  const file = 'components/reading/new.ts'
  expect(await toldOfWords(use(', { count: 1 }'), file)).toEqual([])
  expect(await toldOfWords(use(', { number: 1 }'), file)).toEqual([
    '"newPostings" takes count; it gets number.',
  ])
  expect(await toldOfWords(use(''), file)).toEqual(['"newPostings" takes count; it gets nothing.'])
})
