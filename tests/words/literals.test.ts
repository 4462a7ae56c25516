import ts from 'typescript'
import { expect, it } from 'vitest'
import { placeOf, readSources, walk, type SourceText } from './read-sources.ts'

/** Attributes and properties that a reader sees or hears. */
const spoken =
  /^(aria-label|aria-valuetext|aria-description|placeholder|title|alt|label|name|text|hint|lede|effect|description|intro|foot)$/
/** Names of things, the same in every language. */
const isName = (text: string) => /^(Skylark|HTTP|RSS|OPML|(https:\/\/)?example\.org(\/[\w.]+)?)$/.test(text)
const hasWords = (text: string) => /\p{L}{2}/u.test(text)

/** Words that stand in the program and not in a message file. */
function literalsOf(source: SourceText): string[] {
  const found: string[] = []
  walk(source.tree, (node) => {
    const text = textOf(node)
    if (text !== null && hasWords(text) && !isName(text.trim()))
      found.push(`${placeOf(node, source)}: ${text.trim()}`)
  })
  return found
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node)) return node.text
  const isText =
    ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
  if (!isText) return null
  const text = ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map((span) => span.literal)].map((part) => part.text).join(' ')
    : node.text
  return isSpoken(node) ? text : null
}

/** Whether a literal is drawn as a child, is a spoken attribute's value, or is shown in a toast. */
function isSpoken(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return isSpokenAttribute(parent)
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isSpoken(parent)
  if (ts.isBinaryExpression(parent)) return isChoice(parent) && isSpoken(parent)
  if (ts.isJsxExpression(parent))
    return ts.isJsxAttribute(parent.parent) ? isSpokenAttribute(parent.parent) : true
  return (
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    /^(showToast|showError|offer)$/.test(parent.expression.getText())
  )
}

/** `a || b`, `a ?? b`, `a && b` and `a + b` may be drawn; `a === b` is not. */
function isChoice({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return [
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.PlusToken,
  ].includes(kind)
}

/** `name` of an element is an identifier; of our components it is a name for people. */
function isSpokenAttribute(attribute: ts.JsxAttribute): boolean {
  const element = attribute.parent.parent.tagName.getText()
  const name = attribute.name.getText()
  return spoken.test(name) && !(name === 'name' && /^[a-z]/.test(element))
}

it('has no words for people in the program: they come from lib/words', () => {
  const screens = readSources().filter(({ path }) => /^(app|components)\//.test(path))
  expect(screens.flatMap(literalsOf)).toEqual([])
})

it('would find them', () => {
  const text = `<a title="Go there">{isRead ? 'Read' : t('unread')}<b>Hello</b>{\`\${n} new\`}<input name="email" /></a>`
  const tree = ts.createSourceFile('x.tsx', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  expect(literalsOf({ path: 'x.tsx', text, tree })).toEqual([
    'x.tsx:1: Go there',
    'x.tsx:1: Read',
    'x.tsx:1: Hello',
    'x.tsx:1: new',
  ])
})
