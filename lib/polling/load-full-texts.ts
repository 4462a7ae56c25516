import type { ArticlePage } from '#lib/documents/read/extract-article.ts'
import type { ArticlePool } from '#lib/documents/threads/parse-in-worker.ts'
import { isBusy } from '#lib/documents/threads/worker-pool.ts'
import { log } from '#lib/runtime/log.ts'
import {
  claimWantedFullTexts,
  recordFullText,
  type FullTextOutcome,
  type WantedFullText,
} from '#lib/store/postings/full-texts.ts'
import { fetchInTurn, type InTurnResult } from './fetch-in-turn.ts'
import type { Asker } from './host-turn.ts'

/** The needs of whoever loads the full text of postings. */
export type FullTextLoader = Asker & { readonly articles: Pick<ArticlePool, 'extract'> }

/** The budget of what is loaded unasked: so many pages in one run, one for each source, a run each five seconds. */
const pagesPerRun = 8
const page = { maxBytes: 5_000_000, timeoutMs: 15_000, accept: 'text/html, application/xhtml+xml, */*;q=0.5' }
/** The wait where a host does not say how long it rests. */
const restMs = 15 * 60_000

/**
 * Loads the texts of new postings for those who want a source whole, with the manners of polls: in their turn, a second
 * after each other at a host, and not where nobody wants us.
 */
export async function loadWantedFullTexts(loader: FullTextLoader, signal: AbortSignal): Promise<number> {
  const wanted = await claimWantedFullTexts(loader.database, loader.clock.now(), pagesPerRun)
  await Promise.all(
    wanted.map((posting) =>
      loadFullText(loader, posting, { isAwaited: false, signal }).catch((error: unknown) =>
        log.error('full-text-failed', { postingId: posting.id.toString(), error }),
      ),
    ),
  )
  return wanted.length
}

/**
 * Makes one try that was claimed, and stores what it brought.
 * @param options subscriberId: who waits for it
 * @throws where too many pages wait to be read (`isBusy`); the try is given back
 */
export async function loadFullText(
  loader: FullTextLoader,
  posting: WantedFullText,
  options: { readonly isAwaited: boolean; readonly signal?: AbortSignal; readonly subscriberId?: string },
): Promise<void> {
  const { subscriberId, ...asking } = options
  const { database, clock } = loader
  const articles = { extract: (page: ArticlePage) => loader.articles.extract(page, subscriberId) }
  const reading = { now: clock.now, ask: (url: string) => fetchInTurn(loader, url, { ...page, ...asking }) }
  try {
    const outcome = await tryToRead(posting.url, articles, reading)
    await recordFullText(database, posting, outcome, clock.now())
  } catch (error) {
    if (isBusy(error)) await recordFullText(database, posting, tooManyWait(clock.now()), clock.now())
    throw error
  }
}

function tooManyWait(now: number): FullTextOutcome {
  return { kind: 'wait', until: now, message: 'Too many pages wait to be read.' }
}

/** Fetches a page and takes its article out. What the world does wrong comes back as a value. */
export async function tryToRead(
  url: string,
  articles: Pick<ArticlePool, 'extract'>,
  { now, ask }: { readonly now: () => number; readonly ask: (url: string) => Promise<InTurnResult> },
): Promise<FullTextOutcome> {
  const answer = await ask(url)
  switch (answer.kind) {
    case 'fetched': {
      const { body, contentType, finalUrl } = answer
      const article = await articles.extract({ body, contentType, url: finalUrl })
      if (article.ok) return { kind: 'text', html: article.html, title: article.title }
      return failed(article.error.kind, article.error.message, article.error.kind === 'not-html')
    }
    case 'throttled': {
      const message = 'The site of the original asks to be left alone for a while.'
      const until = answer.retryAt ?? now() + restMs
      if (!answer.wasAsked) return { kind: 'wait', until, message }
      return { ...failed('resting', message, false), notBefore: until }
    }
    case 'failed':
      if (answer.errorKind === 'aborted')
        return { kind: 'wait', until: now(), message: 'The request was given up.' }
      return failed(answer.errorKind, answer.message, isForGood(answer.errorKind))
    case 'opted-out':
      return failed('opted-out', answer.message, true)
    case 'gone':
      return failed('http', 'The original is there no more (410).', true)
    case 'not-modified':
      return failed('http', 'The site of the original answered without a page (304).', false)
    default:
      return answer satisfies never
  }
}

function isForGood(errorKind: string): boolean {
  return errorKind === 'private-address' || errorKind === 'bad-url'
}

function failed(failureKind: string, message: string, isFinal: boolean) {
  return { kind: 'failed', failureKind, message, isFinal } as const
}
