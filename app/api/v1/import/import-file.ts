import { planAround } from '#lib/aggregator/plan-around.ts'
import type { ImportReport } from '#lib/api/imports.ts'
import { mostIntegrations } from '#lib/api/integrations.ts'
import { organisingChange } from '#lib/api/organising.ts'
import { readingHoursChange } from '#lib/api/reading-hours.ts'
import { readingSettingsChange } from '#lib/api/reading-settings.ts'
import { settingsChange } from '#lib/api/settings.ts'
import { systemClock } from '#lib/clock.ts'
import type { AccountExport } from '#lib/feeds/account-export.ts'
import type { ImportedPosting, ParsedImport } from '#lib/feeds/import-types.ts'
import { hostOf, normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import type { ParsedOpml } from '#lib/feeds/parse-opml.ts'
import { mostOf, type Limited } from '#lib/store/account-limits.ts'
import {
  importFolders,
  importLabels,
  importMarks,
  importSettings,
  importViews,
} from '#lib/store/import-account.ts'
import { importPostings, type ImportResult } from '#lib/store/import-postings.ts'
import { importLists } from '#lib/store/moved-lists.ts'
import { importPositions, importSplits } from '#lib/store/moved-places.ts'
import { importSubscriptions } from '#lib/store/import-subscriptions.ts'
import { importIntegrations } from '#lib/store/move-integrations.ts'
import { importRules } from '#lib/store/move-rules.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import type { Words } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { subscribeOutlines } from '#app/api/v1/opml/import-opml.ts'
import { importRowOf } from './import-rows.ts'
import { importTold } from './import-told.ts'

/** Rows of one transaction: some tenths of a second, so that nobody waits long for a lock. */
const postingsAtOnce = 500
const subscriptionsAtOnce = 1_000
const mostLabels = 200

/** `refused`: what there was no room for, besides what the file itself made impossible; `problems` names it, and more. */
type Counts = Pick<ImportReport, 'added' | 'alreadyThere' | 'notHere'> &
  Partial<Pick<ImportReport, 'lines' | 'problems' | 'refused'>>
const mostProblems = 1000
/** Told after each transaction how many of the rows are done. */
export type OnProgress = (done: number) => void

/** How many rows `importFile` will count. */
export function rowsOf({ opml, postings, account }: ParsedImport): number {
  return (opml?.outlines.length ?? 0) + postings.length + (account?.subscriptions.length ?? 0)
}

/**
 * Brings what a file holds into an account, in many small transactions. What is there already is left as it is, so that
 * an import that broke off is simply done again.
 */
export async function importFile(
  subscriberId: string,
  file: ParsedImport,
  language: Language,
  onProgress: OnProgress,
): Promise<ImportReport> {
  const counts = await planAround(serverDatabase(), subscriberId, () =>
    importContent(subscriberId, file, language, onProgress),
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
  subscriberId: string,
  { kind, opml, postings, account }: ParsedImport,
  language: Language,
  onProgress: OnProgress,
): Promise<Required<Counts>> {
  const parts: Counts[] = []
  const [outlines, subscriptions] = [opml?.outlines.length ?? 0, account?.subscriptions.length ?? 0]
  const tellFrom = (rows: number) => (done: number) => onProgress(rows + done) // counts are no rows: a row may count twice
  if (opml !== null) parts.push(await importOutlines(subscriberId, opml, language, tellFrom(0)))
  if (account !== null) parts.push(await importAccount(subscriberId, account, language, tellFrom(outlines)))
  parts.push(
    await importStates(subscriberId, postings, kind === 'skylark', tellFrom(outlines + subscriptions)),
  )
  if (account !== null) {
    parts.push(await importAllMarks(subscriberId, account))
    await importChoices(subscriberId, account)
    const problems = await importTold(subscriberId, account, language)
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
  }
}

async function importOutlines(
  subscriberId: string,
  opml: ParsedOpml,
  language: Language,
  tell: OnProgress,
): Promise<Counts> {
  const { added, alreadySubscribed, failed, lines } = await subscribeOutlines(
    subscriberId,
    opml,
    language,
    tell,
  )
  const refused = failed - opml.problems.length // those that were no subscription are the file's
  return { added, alreadyThere: alreadySubscribed, notHere: 0, lines, refused }
}

async function importStates(
  subscriberId: string,
  postings: readonly ImportedPosting[],
  keepsLabels: boolean,
  tell: OnProgress,
): Promise<Counts> {
  const results: ImportResult[] = []
  for (const chunk of chunksOf(postings, postingsAtOnce)) {
    const now = systemClock.now()
    const rows = chunk.map((posting) => importRowOf(posting, now, keepsLabels))
    results.push(...(await importPostings(serverDatabase(), subscriberId, rows, now)))
    tell(results.length)
  }
  const count = (wanted: ImportResult) => results.filter((result) => result === wanted).length
  return { added: count('added'), alreadyThere: count('already-there'), notHere: count('not-here') }
}

async function importAccount(
  subscriberId: string,
  account: AccountExport,
  language: Language,
  tell: OnProgress,
): Promise<Counts> {
  const t = wordsOf(language, 'errors')
  const problems = [...(await importOrder(subscriberId, account, t))]
  const full = t('subscriptionsFull', { most: mostOf('subscriptions') })
  let refused = 0
  let [done, added, notHere] = [0, 0, 0]
  for (const chunk of chunksOf(account.subscriptions, subscriptionsAtOnce)) {
    const wanted = chunk.flatMap(({ url: written, folder, path, ...rest }) => {
      const url = normaliseSourceUrl(written)
      return url === null
        ? []
        : [{ ...rest, url, hostName: hostOf(url), folderPath: path.length > 0 ? path : oneFolder(folder) }]
    })
    const brought = await importSubscriptions(serverDatabase(), subscriberId, wanted, systemClock.now())
    added += brought.added
    notHere += brought.marksNotHere
    refused += brought.leftOut.length
    problems.push(...brought.leftOut.map((url) => ({ place: url, message: full })))
    done += chunk.length
    tell(done)
  }
  const moved = await importIntegrations(
    serverDatabase(),
    subscriberId,
    account.integrations,
    systemClock.now(),
  )
  const noRoom = t('integrationsFull', { most: mostIntegrations })
  problems.push(...moved.map((place) => ({ place, message: noRoom })))
  const leftOut = await importRules(serverDatabase(), subscriberId, account.rules)
  problems.push(...leftOut.map((place) => ({ place, message: t('ruleLeftOut', { most: mostOf('rules') }) })))
  return { added, alreadyThere: done - added - refused, notHere, refused, problems }
}

/** What an account has besides subscriptions and postings. Returns what there was no room for. */
async function importOrder(
  subscriberId: string,
  account: AccountExport,
  t: Words<'errors'>,
): Promise<ImportReport['problems']> {
  const database = serverDatabase()
  const { settings, views, labels } = account
  const folders = account.folders.map(({ name, path, position }) => ({
    path: path.length > 0 ? path : [name],
    position,
  }))
  const noRoom = (key: 'foldersFull' | 'labelsFull' | 'viewsFull', limited: Limited, names: string[]) =>
    names.map((place) => ({ place, message: t(key, { most: mostOf(limited) }) }))
  const leftOut = [
    ...noRoom('foldersFull', 'folders', await importFolders(database, subscriberId, folders)),
    ...noRoom('labelsFull', 'labels', await importLabels(database, subscriberId, labels)),
    ...noRoom('viewsFull', 'views', await importViews(database, subscriberId, views)),
  ]
  const exported = {
    language: settings.language,
    values: settingsChange.safeParse(settings.values).data ?? {},
    reading: readingSettingsChange.safeParse(settings.reading).data ?? {},
    readingHours: readingHoursChange.safeParse(settings.readingHours).data ?? {},
    isCounted: settings.isCounted,
    organising: {
      order: organisingChange.shape.order.safeParse(settings.sourceOrder).data,
      shown: organisingChange.shape.shown.safeParse(settings.shownFolders).data,
    },
  }
  await importSettings(database, subscriberId, exported, systemClock.now())
  return leftOut
}

/** Of old files, where folders stand at the top. */
function oneFolder(name: string | null): string[] {
  return name === null || name.trim() === '' ? [] : [name]
}

/** Marks are not counted among what was added, but for those whose posting is not here: they are lost. */
async function importAllMarks(subscriberId: string, { states }: AccountExport): Promise<Counts> {
  const marks = states.filter(({ isRead, seenAt }) => isRead !== null || seenAt !== null)
  let found = 0
  for (const chunk of chunksOf(marks, postingsAtOnce))
    found += await importMarks(serverDatabase(), subscriberId, chunk, systemClock.now())
  return { added: 0, alreadyThere: 0, notHere: marks.length - found }
}

/** What goes by lists and postings that are there by now: how lists are shown, how far sounds were heard, stories apart. */
async function importChoices(
  subscriberId: string,
  { settings, positions, splits }: AccountExport,
): Promise<void> {
  const database = serverDatabase()
  await importLists(database, subscriberId, settings.lists)
  for (const chunk of chunksOf(positions, postingsAtOnce))
    await importPositions(database, subscriberId, chunk)
  for (const chunk of chunksOf(splits, postingsAtOnce)) await importSplits(database, subscriberId, chunk)
}

function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
