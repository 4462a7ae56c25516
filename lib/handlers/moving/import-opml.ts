import { planAround } from '#lib/planning/plan-after-ties.ts'
import { requireStill } from '#lib/api/http/body-room.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import {
  deepestFolder,
  notSubscribedWords,
  type ImportMade,
  type OpmlReport,
} from '#lib/api/sources/subscriptions.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { OnProgress } from './import-parts.ts'
import { hostOf } from '#lib/documents/door/normalise-url.ts'
import type { OpmlOutline, ParsedOpml } from '#lib/documents/moving/parse-opml.ts'
import { serverOpmlPool } from '#lib/documents/threads/server-parse-pool.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import {
  listPlaces,
  makeListedFolders,
  subscribeToList,
  type ListedSubscription,
  type Place,
} from '#lib/store/moving/import-list.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { limitsOfSubscribing, type SubscribeResult } from '#lib/store/subscriptions/subscriptions.ts'
import { cutName } from '#lib/text/names.ts'
import type { AreaWords } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** A transaction locks its sources: short ones keep nobody waiting. */
const linesAtOnce = 1_000
/** As `opmlUnread` says. */
const retryAfterMs = 60_000

/**
 * Subscribes to everything an OPML document lists, in the language of its reader. Whoever takes one in counts it before it is read
 * (count-import.ts). @throws ApiError invalid_input when it is none; unavailable when it was not read
 */
export async function importOpml(
  subscriberId: string,
  document: Buffer,
  request: Request,
): Promise<OpmlReport> {
  const parsed = await serverOpmlPool().parse(document, subscriberId)
  if (parsed.refusal?.reason === 'opmlUnread')
    throw new ApiError('unavailable', parsed.refusal.reason, { retryAfterMs })
  if (parsed.refusal !== null)
    throw new ApiError('invalid_input', parsed.refusal.reason, { values: parsed.refusal.values })
  return planAround(serverDatabase(), subscriberId, () =>
    subscribeOutlines(subscriberId, parsed, languageOf(request), () => requireStill(request)),
  )
}

/** Subscribes to a list that was read, in transactions of a thousand. */
export async function subscribeOutlines(
  subscriberId: string,
  parsed: ParsedOpml,
  language: Language,
  onProgress: OnProgress,
): Promise<OpmlReport> {
  const subscriptions = parsed.outlines.map(subscriptionOf)
  const subscribed: SubscribeResult[] = []
  const paths = parsed.folders.map(pathOf)
  await onProgress(0)
  const before = await listPlaces(serverDatabase(), subscriberId)
  await makeListedFolders(serverDatabase(), subscriberId, paths)
  for (let at = 0; at < subscriptions.length; at += linesAtOnce) {
    const chunk = subscriptions.slice(at, at + linesAtOnce)
    subscribed.push(...(await subscribeToList(serverDatabase(), subscriberId, chunk, systemClock.now())))
    await onProgress(subscribed.length)
  }
  const after = await listPlaces(serverDatabase(), subscriberId)
  const folderNames = [...paths, ...subscriptions.map(({ folderPath = [] }) => folderPath)].flat()
  const labelNames = subscriptions.flatMap(({ settings }) => settings?.labels ?? [])
  const made = {
    subscriptionIds: subscribed.flatMap((each) =>
      typeof each === 'object' && each.isNew ? [each.subscriptionId] : [],
    ),
    folderIds: madeOf(before.folders, after.folders, folderNames),
    labelIds: madeOf(before.labels, after.labels, labelNames),
  }
  const limits = await limitsOfSubscribing(serverDatabase(), subscriberId)
  return reportOf(parsed, subscribed, { limits, made }, wordsOf(language, 'errors'))
}

/** Those that came since, with a name of the list: another window may make some meanwhile, too. */
function madeOf(before: readonly Place[], after: readonly Place[], names: readonly string[]): number[] {
  const listed = new Set(names)
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id, name }) => listed.has(name) && !known.has(id)).map(({ id }) => id)
}

/** Folders deeper than ours become one with their names. The title may be the subscriber's own. */
function subscriptionOf({ url, title, folder, settings }: OpmlOutline): ListedSubscription {
  return {
    url,
    hostName: hostOf(url),
    folderPath: pathOf(folder),
    ownTitle: title === null ? null : cutName(title, 'feed'),
    ...(settings === undefined ? {} : { settings, isOwnTitle: settings.isOwnTitle }),
  }
}

function pathOf(folder: readonly string[]): string[] {
  const innermost = folder.slice(deepestFolder - 1).join(' / ')
  return [...folder.slice(0, deepestFolder - 1), innermost]
    .map((name) => cutName(name, 'folder'))
    .filter((name) => name !== '')
}

type Limits = Awaited<ReturnType<typeof limitsOfSubscribing>>

function reportOf(
  parsed: ParsedOpml,
  subscribed: readonly SubscribeResult[],
  { limits, made }: { readonly limits: Limits; readonly made: ImportMade },
  t: AreaWords<'errors'>,
): OpmlReport {
  const lines = parsed.outlines.map(({ line, url, title }, index): OpmlReport['lines'][number] => ({
    line,
    url,
    title: title ?? url,
    ...outcomeOf(subscribed[index] ?? 'no-room', limits, t),
  }))
  const failed = parsed.problems.map(
    ({ line, url, title, reason, values }) =>
      ({ line, url, title, result: 'failed', message: t(reason, values) }) as const,
  )
  const count = (result: OpmlReport['lines'][number]['result']) =>
    lines.filter((line) => line.result === result).length
  return {
    added: count('added'),
    alreadySubscribed: count('already-subscribed'),
    failed: count('failed') + failed.length,
    lines: [...lines, ...failed].sort((a, b) => a.line - b.line),
    made,
  }
}

function outcomeOf(
  subscribed: SubscribeResult,
  limits: Limits,
  t: AreaWords<'errors'>,
): Pick<OpmlReport['lines'][number], 'result' | 'message'> {
  if (typeof subscribed === 'string') {
    const message = t(notSubscribedWords[subscribed], { most: limits[subscribed] })
    return { result: 'failed', message }
  }
  if (!subscribed.isNew) return { result: 'already-subscribed', message: null }
  const message = subscribed.isInFolder ? null : t('foldersFull', { most: mostOf('folders') })
  return { result: 'added', message }
}
