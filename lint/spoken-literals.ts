import ts from 'typescript'
import { walk, type Finding } from './read-source.ts'

/** Attributes and properties that a reader sees or hears. */
const spoken =
  /^(aria-label|aria-valuetext|aria-description|placeholder|title|alt|label|name|text|hint|lede|effect|description|intro|foot)$/
/** Names of things, the same in every language. */
const isName = (text: string) => /^(Skylark|HTTP|RSS|OPML|(https:\/\/)?example\.org(\/[\w.]+)?)$/.test(text)
const hasWords = (text: string) => /\p{L}{2}/u.test(text)

/** Words for people that stand in the program and not in a message file. */
export function spokenLiterals(tree: ts.SourceFile): readonly Finding[] {
  const found: Finding[] = []
  walk(tree, (node) => {
    const text = textOf(node)?.trim() ?? ''
    if (hasWords(text) && !isName(text))
      found.push({ at: node.getStart(tree), text: `"${text}" is for people: put it into lib/words.` })
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
