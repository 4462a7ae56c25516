import { log } from '#lib/runtime/log.ts'
import { claimDueSources, releaseSources } from '#lib/store/polling/claim-due-sources.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { pollSource } from '#lib/polling/poll-source.ts'

/**
 * The time that newly due sources are left lying after a look that found fewer than there was room for. At 167 polls a second a look with each
 * poll that ends is 19 a second and a fifth of a processor.
 */
const lookAgainMs = 150
/** However fast the clock, the database is given this much of the machine's time between two looks. */
const leastPauseMs = 20
/** Sources claimed beyond those that can be asked at once: claims are dear, but what is claimed must soon be asked. */
const mostAhead = 512
const quickMs = 1_000
/** Room is claimed for when it is this part of all, or after so long. */
const worthwhilePart = 0.5
const gatherMs = 50
/** Polls that were read and are not stored yet. */
const mostUnstored = 256

type PassOptions = {
  readonly maxPolls?: number
  /** From its abort on nothing more is claimed or begun; what is running goes on. */
  readonly drain?: AbortSignal
  /** Its abort cuts running fetches short; their leases are given back. */
  readonly signal?: AbortSignal
  /** Called after each look for due sources, with whether more may be due than was taken. */
  readonly onClaim?: (isMoreDue: boolean) => void
  /** Whether what becomes due one by one is gathered, as where passes follow each other all the time. */
  readonly gathers?: boolean
}

/** A pass as far as it has come. */
type Pass = {
  readonly context: AggregatorContext
  readonly options: PassOptions
  /** Claimed and not begun. */
  readonly waiting: ClaimedSource[]
  readonly running: Set<Promise<void>>
  /** Of those running, how many are being asked or read. */
  reading: number
  begun: number
  claimedAt: number
  /** Read since the last claim. */
  readSinceClaim: number
  /** To be called when something has changed. */
  look: () => void
}

/**
 * Polls what is due until nothing is left or `maxPolls` are made: claim → poll → record, at most `context.concurrency`
 * are asked at a time. What a single poll may meet is recorded with it; what must not happen is logged and its lease runs out.
 */
export async function runPass(
  context: AggregatorContext,
  options: PassOptions = {},
): Promise<{ polled: number }> {
  const pass: Pass = {
    context,
    options,
    waiting: [],
    running: new Set(),
    reading: 0,
    begun: 0,
    claimedAt: context.clock.now(),
    readSinceClaim: 0,
    look: () => undefined,
  }
  for (;;) {
    const room = roomFor(pass)
    const claimed = await tryToClaim(pass, room)
    pass.waiting.push(...claimed)
    if (isStopped(pass)) await releaseSources(context.database, pass.waiting.splice(0))
    begin(pass)
    if (pass.running.size === 0 && pass.waiting.length === 0) return { polled: pass.begun }
    await roomGrows(pass, claimed.length === room)
  }
}

function isStopped({ options }: Pass): boolean {
  return options.drain?.aborted === true || options.signal?.aborted === true
}

/** The number of sources that may be asked at once or wait for it; the quicker the last ones were, the more may wait. */
function placesFor({ context, claimedAt, readSinceClaim }: Pass): number {
  const { clock, concurrency } = context
  const isQuick = clock.now() - claimedAt < quickMs * clock.speed
  return concurrency + (isQuick ? Math.min(mostAhead, 2 * readSinceClaim) : 0)
}

/** The number of sources that may be claimed besides now. */
function roomFor(pass: Pass): number {
  if (isStopped(pass)) return 0
  const { waiting, reading, begun, options } = pass
  const left = (options.maxPolls ?? Infinity) - begun - waiting.length
  return Math.max(0, Math.min(placesFor(pass) - reading - waiting.length, left))
}

/**
 * A claim that fails ends a pass under which nothing runs. Else it is made again: what runs is waited for, as whoever began this pass would
 * begin another one beside it.
 */
async function tryToClaim(pass: Pass, limit: number): Promise<ClaimedSource[]> {
  try {
    const claimed = await claim(pass, limit)
    pass.options.onClaim?.(limit > 0 && claimed.length === limit)
    return claimed
  } catch (error) {
    if (pass.running.size === 0) throw error
    log.error('claim-failed', { error })
    await pass.context.clock.sleep(quickMs * pass.context.clock.speed, pass.options.drain)
    return []
  }
}

async function claim(pass: Pass, limit: number): Promise<ClaimedSource[]> {
  if (limit === 0) return []
  const { database, owner, leaseMs, hostSpacingMs: spacingMs, clock } = pass.context
  pass.claimedAt = clock.now()
  pass.readSinceClaim = 0
  return claimDueSources(database, { owner, now: clock.now(), limit, leaseMs, spacingMs })
}

/** Begins as many of the claimed polls as may run. */
function begin(pass: Pass): void {
  const { context, waiting, running } = pass
  while (pass.reading < context.concurrency && running.size - pass.reading < mostUnstored) {
    const source = isStopped(pass) ? undefined : waiting.shift()
    if (source === undefined) return
    const isLate = source.leaseUntil - context.clock.now() < context.leaseMs / 2
    start(pass, isLate ? releaseSources(context.database, [source]) : null, source)
  }
}

/** Runs a poll; or only gives its lease back, where too little of it is left. */
function start(pass: Pass, release: Promise<void> | null, source: ClaimedSource): void {
  const { context, options, running } = pass
  let isReading = true
  const onRead = () => {
    if (!isReading) return
    isReading = false
    pass.reading -= 1
    pass.readSinceClaim += 1
    onChange(pass)
  }
  pass.reading += 1
  if (release === null) pass.begun += 1
  const poll = (release ?? pollSource(context, source, { signal: options.signal, onRead }))
    .catch((error: unknown) => log.error('poll-failed', { sourceId: source.id, error }))
    .finally(() => {
      running.delete(poll)
      onRead()
      onChange(pass)
    })
  running.add(poll)
}

function onChange(pass: Pass): void {
  begin(pass)
  pass.look()
}

/** Waits until it is worthwhile to claim again: for room where more may be due, else for something to become due. */
async function roomGrows(pass: Pass, isMoreDue: boolean): Promise<void> {
  const { clock } = pass.context
  const waitMs = isMoreDue ? gatherMs : lookAgainMs
  const timeUp = new AbortController()
  const hasGrown = new Promise<void>((resolve) => {
    pass.look = () => {
      const isIdle = pass.running.size === 0 && pass.waiting.length === 0
      if (isIdle || (isMoreDue && roomFor(pass) >= worthwhilePart * placesFor(pass))) resolve()
    }
    if (isMoreDue) pass.look() // room may have grown while claiming
  })
  await Promise.race([hasGrown, clock.sleep(Math.max(waitMs, leastPauseMs * clock.speed), timeUp.signal)])
  timeUp.abort()
  if (pass.options.gathers !== true || isMoreDue) return
  const gatheredMs = Math.max(0, clock.now() - pass.claimedAt) // a clock may be set back
  if (gatheredMs < lookAgainMs) await clock.sleep(lookAgainMs - gatheredMs, pass.options.drain)
}
