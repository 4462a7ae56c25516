import type { Rule } from 'eslint'
import type ts from 'typescript'
import { messageFiles } from '#lib/words/message-files.ts'
import { readMessage } from './read-message.ts'
import type { Finding } from './read-source.ts'
import { spokenLiterals } from './spoken-literals.ts'
import { wrongValues, type TakenValues } from './use-of-words.ts'

/**
 * Rules on the words of the product: they stand in lib/words, and each message is given the values it takes, which are
 * the option of the second rule, so that a changed message is another configuration and no cached result holds.
 */
export const words = {
  meta: { name: 'skylark-words', version: '1' },
  rules: {
    'from-files': ruleOf((tree) => spokenLiterals(tree)),
    'with-values': ruleOf((tree, [taken]) => wrongValues(tree, taken as TakenValues)),
  },
}

/** Names of the values of all messages, in English. */
export function takenValues(): TakenValues {
  const namesIn = (message: string) => [
    ...new Set(readMessage(message, 'en').args.map((argument) => argument.split(':')[0] ?? '')),
  ]
  const areas = Object.entries<Readonly<Record<string, string>>>(messageFiles.en)
  return Object.fromEntries(
    areas.map(([area, messages]) => [
      area,
      Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, namesIn(message)])),
    ]),
  )
}

function ruleOf(
  find: (tree: ts.SourceFile, options: readonly unknown[]) => readonly Finding[],
): Rule.RuleModule {
  return {
    meta: { type: 'problem', schema: [{ type: 'object' }] },
    create: ({ sourceCode, options, report }) => ({
      Program: (program) => {
        const { esTreeNodeToTSNodeMap } = sourceCode.parserServices as {
          readonly esTreeNodeToTSNodeMap: { readonly get: (node: unknown) => ts.SourceFile }
        }
        for (const { at, text } of find(esTreeNodeToTSNodeMap.get(program), options))
          report({ loc: sourceCode.getLocFromIndex(at), message: text })
      },
    }),
  }
}
