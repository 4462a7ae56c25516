import type { ImportReport } from '#lib/api/moving/imports.ts'
import { mostIntegrations } from '#lib/api/integrations/integrations.ts'
import { organisingChange } from '#lib/api/organising/organising.ts'
import { readingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { readingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { settingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { openWay } from '#lib/auth/identity/open-way.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import { hostOf, normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import type { CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import {
  importFolders,
  importLabels,
  importMarks,
  importSettings,
  importViews,
} from '#lib/store/moving/import-account.ts'
import { importSubscriptions } from '#lib/store/moving/import-subscriptions.ts'
import { importIntegrations } from '#lib/store/moving/move-integrations.ts'
import { importRules } from '#lib/store/moving/move-rules.ts'
import { importLists } from '#lib/store/moving/moved-lists.ts'
import { importPositions, importSplits } from '#lib/store/moving/moved-places.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { notSubscribedWords } from '#lib/api/sources/subscriptions.ts'
import { limitsOfSubscribing } from '#lib/store/subscriptions/subscriptions.ts'
import type { AreaWords } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { fullAt } from '#lib/handlers/require-room.ts'
import { chunksOf, postingsAtOnce, type ImportCounts, type OnProgress } from './import-parts.ts'

const subscriptionsAtOnce = 1_000

/** Subscriptions, folders, labels, views, settings, integrations and rules of an account that Skylark exported. */
export async function importAccount(
  owner: CheckedAccount,
  account: AccountExport,
  language: Language,
  tell: OnProgress,
): Promise<ImportCounts> {
  const { id: subscriberId } = owner
  const t = wordsOf(language, 'errors')
  const problems = [...(await importOrder(subscriberId, account, t))]
  const limits = await limitsOfSubscribing(serverDatabase(), subscriberId)
  let refused = 0
  let done = 0
  let added = 0
  let notHere = 0
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
    problems.push(
      ...brought.leftOut.map(({ url, why }) => ({
        place: url,
        message: t(notSubscribedWords[why], { most: limits[why] }),
      })),
    )
    done += chunk.length
    await tell(done)
  }
  await tell(done)
  const moved = await openWay(owner, async (database) =>
    importIntegrations(database, subscriberId, account.integrations, systemClock.now()),
  )
  const noRoom = t('integrationsFull', { most: mostIntegrations })
  problems.push(...moved.map((place) => ({ place, message: noRoom })))
  const leftOut = await importRules(serverDatabase(), subscriberId, account.rules)
  problems.push(...leftOut.map((place) => ({ place, message: t('ruleLeftOut', { most: mostOf('rules') }) })))
  return { added, alreadyThere: done - added - refused, notHere, refused, problems }
}

/** The rest of an account, besides subscriptions and postings. Returns what there was no room for. */
async function importOrder(
  subscriberId: string,
  account: AccountExport,
  t: AreaWords<'errors'>,
): Promise<ImportReport['problems']> {
  const database = serverDatabase()
  const { settings, views, labels } = account
  const folders = account.folders.map(({ name, path, position }) => ({
    path: path.length > 0 ? path : [name],
    position,
  }))
  const noRoom = (
    key: 'foldersFull' | 'labelsFull' | 'viewsFull',
    limited: Parameters<typeof mostOf>[0],
    names: string[],
  ) => names.map((place) => ({ place, message: t(key, { most: mostOf(limited) }) }))
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
export async function importAllMarks(
  subscriberId: string,
  { states }: AccountExport,
  betweenSteps: () => Promise<void>,
): Promise<ImportCounts> {
  const marks = states.filter(({ isRead, seenAt }) => isRead !== null || seenAt !== null)
  let found = 0
  for (const chunk of chunksOf(marks, postingsAtOnce)) {
    await betweenSteps()
    found += await importMarks(serverDatabase(), subscriberId, chunk, systemClock.now())
  }
  return { added: 0, alreadyThere: 0, notHere: marks.length - found }
}

/**
 * The things that go by lists and postings that are there by now: how lists are shown, how far sounds were heard, stories apart.
 * @returns what was left out
 */
export async function importChoices(
  subscriberId: string,
  { settings, positions, splits }: AccountExport,
  t: AreaWords<'errors'>,
  betweenSteps: () => Promise<void>,
): Promise<ImportReport['problems']> {
  const database = serverDatabase()
  await betweenSteps()
  await importLists(database, subscriberId, settings.lists)
  let full: number | null = null
  for (const chunk of chunksOf(positions, postingsAtOnce)) {
    await betweenSteps()
    full = await fullAt(subscriberId, true)
    if (full !== null) break
    await importPositions(database, subscriberId, chunk)
  }
  for (const chunk of chunksOf(splits, postingsAtOnce)) {
    await betweenSteps()
    await importSplits(database, subscriberId, chunk)
  }
  return full === null ? [] : [{ place: 'positions', message: t('storageFull', { most: full }) }]
}
