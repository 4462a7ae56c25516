import type { Query } from '#lib/search/query.ts'
import type { RuleMatcher } from '#lib/search/rule-text.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { findStems, stemmedLanguages } from '#lib/store/search/search-stems.ts'
import { necessaryTsquery, wordsWithForms, type OtherForms } from '#lib/store/search/search-text.ts'

/**
 * Stores with a rule the words that all it finds must have, as far as words say it: what was found is held against these of
 * all rules in one statement, and only of what may match a rule is really run. In every language that has stems, as nobody
 * knows what languages its subscriber will read: it may let too much through, never too little.
 */
export async function storeCandidateWords(
  transaction: Transaction,
  ruleId: number,
  matcher: RuleMatcher | null,
): Promise<void> {
  const words = matcher === null ? null : await candidateWords(transaction, matcher)
  await transaction.$executeRaw`
    UPDATE "rule" SET "candidateWords" = ${words}::tsquery WHERE "id" = ${ruleId}`
}

/** Null: not to be said by words. */
async function candidateWords(
  transaction: Transaction,
  { isNegated, query, titlePatterns }: RuleMatcher,
): Promise<string | null> {
  if (isNegated || titlePatterns.length > 0) return null
  const stems = await findStems(transaction, wordsWithForms(query, stemmedLanguages))
  return necessaryWords(query, { languages: stemmedLanguages, stems, similar: new Map() })
}

/** The excluded words may be missing here: they only take away. */
function necessaryWords(query: Query, forms: OtherForms): string | null {
  switch (query.kind) {
    case 'text':
      return necessaryTsquery(query, forms)
    case 'and': {
      const parts = query.parts.map((part) => necessaryWords(part, forms)).filter((part) => part !== null)
      return parts.length === 0 ? null : `(${parts.join(' & ')})`
    }
    case 'or': {
      const parts = query.parts.map((part) => necessaryWords(part, forms))
      const said = parts.filter((part) => part !== null)
      return said.length < parts.length || said.length === 0 ? null : `(${said.join(' | ')})`
    }
    default:
      return null
  }
}
