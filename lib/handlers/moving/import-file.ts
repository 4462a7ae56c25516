import { planAround } from '#lib/planning/plan-after-ties.ts'
import type { ImportReport } from '#lib/api/moving/imports.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { ImportedPosting, ParsedImport } from '#lib/documents/moving/import-types.ts'
import type { ParsedOpml } from '#lib/documents/moving/parse-opml.ts'
import type { CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { importPostings, type ImportResult } from '#lib/store/moving/import-postings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { AreaWords } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { subscribeOutlines } from '#lib/handlers/moving/import-opml.ts'
import { fullAt } from '#lib/handlers/require-room.ts'
import { importAccount, importAllMarks, importChoices } from './import-own.ts'
import { chunksOf, postingsAtOnce, type ImportCounts, type OnProgress } from './import-parts.ts'
import { importRowOf } from './import-rows.ts'
import { importSending } from './import-sending.ts'

const mostLabels = 200

const mostProblems = 1000
/** The number of rows that `importFile` will count. */
export function rowsOf({ opml, postings, account }: ParsedImport): number {
  return (opml?.outlines.length ?? 0) + postings.length + (account?.subscriptions.length ?? 0)
}

/**
 * Brings what a file holds into an account, in many small transactions. What is there already is left as it is, so that
 * an import that broke off is simply done again.
 */
export async function importFile(
  owner: CheckedAccount,
  file: ParsedImport,
  language: Language,
  onProgress: OnProgress,
): Promise<ImportReport> {
  const counts = await planAround(serverDatabase(), owner.id, () =>
    importContent(owner, file, language, onProgress),
  )
  const { name, kind } = file
  const t = wordsOf(language, 'errors')
  const refusal = file.refusal === null ? null : t(file.refusal.reason, file.refusal.values)
  const ownProblems = file.problems.map(({ line, place, reason, values }) => ({
    place: line === null ? place : t('importLine', { line }),
    message: t(reason, values),
  }))
  const problems = [...ownProblems, ...counts.problems].slice(0, mostProblems)
  const isOurs = kind === 'skylark' // whose labels are kept
  const labels = isOurs
    ? []
    : [...new Set(file.postings.flatMap((posting) => posting.labels))].slice(0, mostLabels)
  const refused = ownProblems.length + counts.refused
  const found = counts.added + counts.alreadyThere + counts.notHere + refused
  return { name, kind, found, ...counts, refused, refusal, problems, labels }
}

async function importContent(
  owner: CheckedAccount,
  { kind, opml, postings, account }: ParsedImport,
  language: Language,
  onProgress: OnProgress,
): Promise<Required<ImportCounts>> {
  const { id: subscriberId } = owner
  const parts: ImportCounts[] = []
  const outlines = opml?.outlines.length ?? 0
  const subscriptions = account?.subscriptions.length ?? 0
  const tellFrom = (rows: number) => (done: number) => onProgress(rows + done) // counts are no rows: a row may count twice
  if (opml !== null) parts.push(await importOutlines(subscriberId, opml, language, tellFrom(0)))
  if (account !== null) parts.push(await importAccount(owner, account, language, tellFrom(outlines)))
  parts.push(
    await importStates(subscriberId, postings, {
      keepsLabels: kind === 'skylark',
      t: wordsOf(language, 'errors'),
      tell: tellFrom(outlines + subscriptions),
    }),
  )
  if (account !== null) {
    const all = () => onProgress(outlines + subscriptions + postings.length)
    parts.push(await importAllMarks(subscriberId, account, all))
    const leftOut = await importChoices(subscriberId, account, wordsOf(language, 'errors'), all)
    await all()
    const problems = [...leftOut, ...(await importSending(owner, account, language))]
    parts.push({ added: 0, alreadyThere: 0, notHere: 0, problems })
  }
  const sum = (field: 'added' | 'alreadyThere' | 'notHere' | 'refused') =>
    parts.reduce((all, part) => all + (part[field] ?? 0), 0)
  return {
    added: sum('added'),
    alreadyThere: sum('alreadyThere'),
    notHere: sum('notHere'),
    refused: sum('refused'),
    problems: parts.flatMap((part) => part.problems ?? []),
    lines: parts.flatMap((part) => part.lines ?? []),
    made: parts.find((part) => part.made)?.made ?? null,
  }
}

async function importOutlines(
  subscriberId: string,
  opml: ParsedOpml,
  language: Language,
  tell: OnProgress,
): Promise<ImportCounts> {
  const { added, alreadySubscribed, failed, lines, made } = await subscribeOutlines(
    subscriberId,
    opml,
    language,
    tell,
  )
  const refused = failed - opml.problems.length // those that were no subscription are the file's
  return { added, alreadyThere: alreadySubscribed, notHere: 0, lines, made, refused }
}

async function importStates(
  subscriberId: string,
  postings: readonly ImportedPosting[],
  {
    keepsLabels,
    t,
    tell,
  }: { readonly keepsLabels: boolean; readonly t: AreaWords<'errors'>; readonly tell: OnProgress },
): Promise<ImportCounts> {
  const results: ImportResult[] = []
  let full: number | null = null
  for (const chunk of chunksOf(postings, postingsAtOnce)) {
    full = await fullAt(subscriberId, true)
    if (full !== null) break
    const now = systemClock.now()
    const rows = chunk.map((posting) => importRowOf(posting, now, keepsLabels))
    results.push(...(await importPostings(serverDatabase(), subscriberId, rows, now)))
    await tell(results.length)
  }
  const count = (wanted: ImportResult) => results.filter((result) => result === wanted).length
  const counts = {
    added: count('added'),
    alreadyThere: count('already-there'),
    notHere: count('not-here'),
  }
  if (full === null) return counts
  // By the place of the first that found no room; what is here already would have needed none.
  const place = postings[results.length]?.place ?? ''
  const problems = [{ place, message: t('storageFull', { most: full }) }]
  return { ...counts, refused: postings.length - results.length, problems }
}
