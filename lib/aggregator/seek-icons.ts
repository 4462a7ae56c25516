import { imageTypeOf } from '#lib/documents/images/image-type.ts'
import type { ParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { log } from '#lib/runtime/log.ts'
import {
  claimWantedIcons,
  nextLookMs,
  putOffIcon,
  recordIcon,
  type WantedIcon,
} from '#lib/store/sources/site-icons.ts'
import { fetchInTurn, type InTurnResult } from '#lib/polling/fetch-in-turn.ts'
import type { Asker } from '#lib/polling/host-turn.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** Looking for icons needs this. */
export type IconSeeker = Asker & { readonly pages: Pick<ParsePool, 'readPage'> }

/** The budget: so many sites in one run, a run each five seconds. */
const sitesPerRun = 8
const page = { maxBytes: 2_000_000, timeoutMs: 15_000, accept: 'text/html, application/xhtml+xml, */*;q=0.5' }
const icon = { maxBytes: 500_000, timeoutMs: 15_000, accept: 'image/png, image/*;q=0.8' }
/** A host is asked for the icon some seconds after its page, when it is free again. */
const waitMs = 10_000
const restMs = 15 * MINUTE_MS

/**
 * Looks for the icons of sites whose feeds name none, with the manners of polls: in their turn at a host, and not where nobody wants us.
 * @returns how many sites were taken up
 */
export async function seekWantedIcons(seeker: IconSeeker, signal: AbortSignal): Promise<number> {
  const wanted = await claimWantedIcons(seeker.database, seeker.clock.now(), sitesPerRun)
  await Promise.all(
    wanted.map((source) =>
      seekIcon(seeker, source, signal).catch((error: unknown) =>
        log.error('icon-failed', { sourceId: source.sourceId, error }),
      ),
    ),
  )
  return wanted.length
}

async function seekIcon(
  seeker: IconSeeker,
  { sourceId, siteUrl }: WantedIcon,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock } = seeker
  const ask = (url: string, options: typeof page) =>
    fetchInTurn(seeker, url, { ...options, isAwaited: false, waitMs, signal })
  const site = await ask(siteUrl, page)
  if (signal.aborted) return // as if the process had died
  if (isPassing(site)) return putOffIcon(database, sourceId, nextTryAt(site, clock.now()))
  let passing: InTurnResult | null = null
  for (const address of await addressesOn(seeker, site)) {
    const answer = await ask(address, icon)
    if (signal.aborted) return
    // Its page would be asked once more for each try: what is no icon shows when somebody looks at it.
    const isUnseen = answer.kind === 'throttled' && !answer.wasAsked
    if (isUnseen || isIcon(answer)) return recordIcon(database, sourceId, address, clock.now())
    if (isPassing(answer)) passing = answer
  }
  if (passing !== null) return putOffIcon(database, sourceId, nextTryAt(passing, clock.now()))
  await recordIcon(database, sourceId, null, clock.now())
}

function isIcon(answer: InTurnResult): boolean {
  return answer.kind === 'fetched' && imageTypeOf(answer.body) !== null
}

/** The icons that a page names, then the one that browsers ask for where none is named. */
async function addressesOn({ pages }: IconSeeker, site: InTurnResult): Promise<string[]> {
  if (site.kind === 'opted-out' || !URL.canParse(site.finalUrl)) return []
  const usual = new URL('/favicon.ico', site.finalUrl).href
  if (site.kind !== 'fetched') return [usual]
  const { body, contentType, finalUrl: url } = site
  const { icons } = await pages.readPage({ body, contentType, url })
  return [...icons, usual]
}

/** Whether another day may bring more: the host rests, is silent, has trouble or is not found, as all are without a net. */
function isPassing(answer: InTurnResult): boolean {
  if (answer.kind === 'throttled') return true
  if (answer.kind !== 'failed') return false
  const { errorKind, httpStatus } = answer
  return httpStatus === null ? ['dns', 'tls', 'connect', 'timeout'].includes(errorKind) : httpStatus >= 500
}

/**
 * A host that asked for a pause got it for its feeds, too, so it is not disturbed each day. A host may also have sent us on to another that
 * rests. Then the first is not asked each time that the other might be free.
 */
function nextTryAt(answer: InTurnResult, now: number): number {
  if (answer.kind !== 'throttled' || answer.retryAt === null) return now + DAY_MS
  return answer.wasAsked ? now + nextLookMs : Math.max(answer.retryAt, now + restMs)
}
