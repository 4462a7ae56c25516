import type { Query } from '#lib/search/query.ts'
import type { RuleMatcher } from '#lib/search/rule-text.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { findStems, stemmedLanguages } from '#lib/store/search/search-stems.ts'
import { necessaryTsquery, wordsWithForms, type OtherForms } from '#lib/store/search/search-text.ts'

/** Octets of these words as the database has them: they alone cannot stand outside their row, which has 8 kB. */
const mostOctets = 7_000
/** Letters of what is not even tried. */
const longest = 20_000

/**
 * Stores with a rule the words that all it finds must have, as far as words say it: what was found is held against these of
 * all rules in one statement, and only of what may match a rule is really run. In every language that has stems, as nobody
 * knows what languages its subscriber will read: it may let too much through, never too little.
 * A list of some ten words has none: each posting is looked at.
 */
export async function storeCandidateWords(
  transaction: Transaction,
  ruleId: number,
  matcher: RuleMatcher | null,
): Promise<void> {
  const said = matcher === null ? null : await candidateWords(transaction, matcher)
  const words = said === null || said.length > longest ? null : said
  await transaction.$executeRaw`
    UPDATE "rule" SET "candidateWords" = CASE WHEN pg_column_size(${words}::tsquery) <= ${mostOctets} THEN ${words}::tsquery END
    WHERE "id" = ${ruleId}`
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
