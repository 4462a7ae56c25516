import { ApiError } from '#lib/api/errors.ts'
import type { OpmlReport } from '#lib/api/subscriptions.ts'
import { systemClock } from '#lib/clock.ts'
import { hostOf } from '#lib/feeds/normalise-url.ts'
import type { OpmlOutline, ParsedOpml } from '#lib/feeds/parse-opml.ts'
import { serverOpmlPool } from '#lib/feeds/server-parse-pool.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import { subscribeToMany, type NewSubscription, type Subscribed } from '#lib/store/subscriptions.ts'
import type { Words } from '#lib/words/areas.ts'
import type { Language } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'

/** Of a list, in bytes. */
export const largestList = 10_000_000
const maxNameLength = 100
const maxTitleLength = 200

/**
 * Subscribes to everything an OPML document lists.
 * @param language of the report
 * @throws ApiError invalid_input when it is none
 */
export async function importOpml(
  subscriberId: string,
  document: Buffer,
  language: Language,
): Promise<OpmlReport> {
  const parsed = await serverOpmlPool().parse(document)
  if (parsed.refusal !== null)
    throw new ApiError('invalid_input', parsed.refusal.reason, { values: parsed.refusal.values })
  const subscriptions = parsed.outlines.map(subscriptionOf)
  const subscribed = await subscribeToMany(serverDatabase(), subscriberId, subscriptions, systemClock.now())
  return reportOf(parsed, subscribed, wordsOf(language, 'errors'))
}

/** Folders inside folders become one with both names. The title is kept: it may be the subscriber's own. */
function subscriptionOf({ url, title, folder }: OpmlOutline): NewSubscription {
  return {
    url,
    hostName: hostOf(url),
    folderName: folder.join(' / ').slice(0, maxNameLength).trim(),
    ownTitle: title?.slice(0, maxTitleLength) ?? null,
  }
}

function reportOf(parsed: ParsedOpml, subscribed: readonly Subscribed[], t: Words<'errors'>): OpmlReport {
  const lines = parsed.outlines.map(({ line, url, title }, index): OpmlReport['lines'][number] => {
    const result = subscribed[index]?.isNew ? 'added' : 'already-subscribed'
    return { line, url, title: title ?? url, result, message: null }
  })
  const failed = parsed.problems.map(
    ({ line, url, title, reason, values }) =>
      ({ line, url, title, result: 'failed', message: t(reason, values) }) as const,
  )
  const added = lines.filter((line) => line.result === 'added').length
  return {
    added,
    alreadySubscribed: lines.length - added,
    failed: failed.length,
    lines: [...lines, ...failed].sort((a, b) => a.line - b.line),
  }
}
