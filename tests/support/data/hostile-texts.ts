import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import ts from 'typescript'

export type Pattern = { readonly at: string; readonly regex: RegExp }

/** Every regular expression that stands in files of ours, with its place. */
export function patternsIn(globs: readonly string[]): readonly Pattern[] {
  return globSync([...globs]).flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    const found: Pattern[] = []
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
        const end = node.text.lastIndexOf('/')
        found.push({
          at: `${file}:${line} ${node.text}`,
          regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)),
        })
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  })
}

/**
 * Texts on which a pattern with two ways to match the same characters, or one that begins anew at each of them, takes
 * longest: what it looks for, repeated, after what it begins with and before what it cannot end with.
 */
export function hostileTexts({ source }: RegExp, length: number): readonly string[] {
  const plain = source
    .replace(/\\[pP]\{[^}]*\}/g, 'a')
    .replace(/\\[bB]|\(\?(?:<?[=!]|:|<\w+>)|\{\d+,?\d*\}/g, '')
    .replace(
      /\\([sSdDwW])/g,
      (_, kind: string) => ({ s: ' ', d: '0', w: 'a', S: 'a', D: 'a', W: '-' })[kind] ?? 'a',
    )
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replace(/\\t/g, '\t')
    .replace(/\\[rn]/g, '\n')
    .replace(/\\0/g, '\0')
    .replace(/\\(.)/g, '$1')
  const runs = plain.split(/[\^$.*+?()[\]{}|]+/).filter((run) => run !== '')
  const bare = plain.replace(/[\^$*+?()|]/g, '')
  const pumps = new Set([
    ...new Set(bare),
    ...runs,
    ...(bare === '' ? [] : [bare]),
    ' ',
    'a',
    '0',
    'é',
    '\n',
    'a ',
    'a-',
    ' \n',
    '<a',
    'a.',
    '&a;',
  ])
  const beginnings = new Set(['', ...runs.slice(0, 3), bare.slice(0, 6)])
  return [...pumps].slice(0, 60).flatMap((pump) =>
    [...beginnings].flatMap((begin) => {
      const text = begin + pump.repeat(Math.ceil(length / pump.length))
      return [`${text}\0`]
    }),
  )
}
