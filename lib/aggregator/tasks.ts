import { log } from '#lib/runtime/log.ts'
import { removeOldAttempts } from '#lib/store/accounts/attempts.ts'
import { removeOldAnswers } from '#lib/store/accounts/keyed-answers.ts'
import { removeEndedSessions } from '#lib/store/accounts/sessions.ts'
import { endLeasesOfTheDead } from '#lib/store/connection/liveness.ts'
import { removeOldEvents } from '#lib/store/events/missed-events.ts'
import { refreshFreshnessWhenDue } from '#lib/store/freshness/source-freshness.ts'
import { foldSubscriptionChanges } from '#lib/store/ground/source-listing.ts'
import { removeOldSends } from '#lib/store/integrations/integration-sends.ts'
import { tendParts } from '#lib/store/partitions/partitions.ts'
import { ageWhenDue } from '#lib/store/rules/age-postings.ts'
import { removeOldRuns } from '#lib/store/rules/rule-runs.ts'
import { countReadersWhenDue } from '#lib/store/subscriptions/count-readers.ts'
import { removeDeletedAccounts } from '#lib/store/subscriptions/remove-account.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { askHubs } from '#lib/polling/ask-hubs.ts'
import { loadWantedFullTexts, type FullTextLoader } from '#lib/polling/load-full-texts.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import { createAlertRound } from '#lib/sending/alerts.ts'
import { sendDigests } from '#lib/sending/send-digests.ts'
import { tendHub } from '#lib/sending/tend-own-hub.ts'
import { clusterPostings } from './cluster.ts'
import { indexPostings } from './index-postings.ts'
import { mendClock } from './mend-clock.ts'
import { createRetention } from './retain.ts'
import { createRollUp } from './roll-up.ts'
import { createRuleRunner } from './run-rules.ts'
import { seekWantedIcons, type IconSeeker } from './seek-icons.ts'
import { tellFigures } from './tell-figures.ts'

/** Begins nothing more once `drain` aborts. */
type Run = (drain: AbortSignal) => Promise<unknown>

/** A background task. Logs have its name where it fails: `NAME-failed`. */
export type Task = {
  /** The seconds (UTC) at which a process begins it; null: another task begins it, or only rounds have it. */
  readonly every: string | null
  /** The part of a round by HTTP that makes it, in the order of the table (run-once.ts); null: only processes have it. */
  readonly round: 'plan' | 'polls' | 'pass' | 'rest' | 'end' | null
  /** Undefined in a round where a process has its own. */
  readonly run: Run | undefined
  /** A call while it runs has it look again. Any other task runs once at a time. */
  readonly looksAgain?: true
}

type OfProcess =
  | 'pass'
  | 'lookAtFound'
  | 'matchAlerts'
  | 'sendAlerts'
  | 'tendAlerts'
  | 'lab'
  | 'collectGarbage'

/** The parts in which a process (main.ts) and a round by HTTP (run-once.ts) differ. */
type Host = FullTextLoader &
  IconSeeker &
  AggregatorContext & {
    readonly plan: Run
    readonly sendShares: Run
    /** Whether more is due than can be asked, and a task waits until that is over: so long at most. */
    readonly holdsBack: (mostMs: number) => boolean
    readonly ofProcess?: Readonly<Record<OfProcess, Run>>
  }

const second = '* * * * * *'
const seconds = (count: number) => `*/${count} * * * * *`
/** Once a minute, at this second. Tasks that are due once a day are looked at as often, for trials whose days last minutes (CLOCK_SPEED). */
const minute = (at: number) => `${at} * * * * *`

/**
 * While more is due than can be asked, what was found waits so long for its place in search (and with it for rules and alerts), for its story,
 * and for the icon of its site.
 */
const searchWaitsMs = 10_000
const storiesWaitMs = 60_000
const iconsWaitMs = 60_000

/**
 * All that the aggregator does in the background, in the order of a round by HTTP. Each may fail without the others. To be made once for each
 * process: tasks remember what failed, and what is done for today.
 */
export function createTasks(host: Host) {
  const { database, ofProcess, holdsBack } = host
  const { now } = host.clock
  const brokenDigests = createPauses()
  const rollUp = createRollUp(host)
  const retain = createRetention(host)
  // By rules just changed, too, what the polls say of postings is put down first.
  const removeOld: Run = async (drain) => (await rollUp(drain)) && retain(drain)
  const index: Run = (drain) => indexPostings(host, drain, () => holdsBack(searchWaitsMs))
  const cluster: Run = () => clusterPostings(host, () => holdsBack(storiesWaitMs))
  const seekIcons: Run = async (drain) => !holdsBack(iconsWaitMs) && seekWantedIcons(host, drain)
  return {
    // A pass that always has something to ask never ends, so leases do not wait for the next one.
    leases: { every: second, round: 'plan', run: () => endLeasesOfDead(host) },
    clock: { every: null, round: 'plan', run: () => mendClock(host) }, // in a process: with planning
    // Planning reads all plans in force; a new day or a changed budget can wait so long.
    planning: { every: seconds(10), round: 'plan', run: host.plan },
    deliveries: { every: second, round: 'polls', run: (drain) => storeDeliveries(host, drain) },
    hubs: { every: second, round: 'polls', run: (drain) => askHubs(host, drain) },
    // Polls start within a second of their plan.
    pass: { every: second, round: 'pass', run: ofProcess?.pass },

    // People wait for these. In a process, `found` begins search-index, rules and alerts-matched in turn.
    found: { every: second, round: null, run: ofProcess?.lookAtFound, looksAgain: true },
    'search-index': { every: null, round: 'rest', run: index },
    rules: { every: null, round: 'rest', run: createRuleRunner(host) },
    alerts: { every: null, round: 'rest', run: createAlertRound(host) }, // in a process: the next three
    'alerts-matched': { every: null, round: null, run: ofProcess?.matchAlerts },
    'alerts-sent': { every: second, round: null, run: ofProcess?.sendAlerts, looksAgain: true },
    'alerts-tended': { every: minute(15), round: null, run: ofProcess?.tendAlerts },
    // Digests are made a minute after their hour, when what was found before it is stored.
    digests: { every: minute(5), round: 'rest', run: (drain) => sendDigests(host, drain, brokenDigests) },
    // The schedule is for those whose pause is over; new ones are sent as they come.
    integrations: { every: second, round: 'rest', run: host.sendShares, looksAgain: true },
    hub: { every: second, round: 'rest', run: (drain) => tendHub(host, drain) },
    'full-texts': { every: seconds(5), round: 'rest', run: (drain) => loadWantedFullTexts(host, drain) },
    // Readers see a posting at once, and some seconds later where else it stands.
    clusters: { every: seconds(5), round: 'rest', run: cluster },

    // Nobody waits for these.
    'integrations-tended': { every: minute(25), round: 'rest', run: () => removeOldSends(database, now()) },
    aging: { every: minute(20), round: 'rest', run: (drain) => ageWhenDue(database, now(), drain) },
    'old-runs': { every: minute(20), round: 'rest', run: () => removeOldRuns(database, now()) },
    'old-events': { every: minute(5), round: 'rest', run: () => removeOldEvents(database) },
    'ended-sessions': { every: minute(20), round: 'rest', run: () => removeEndedSessions(database) },
    'old-attempts': { every: minute(20), round: 'rest', run: () => removeOldAttempts(database) },
    'old-answers': { every: minute(20), round: 'rest', run: () => removeOldAnswers(database) },
    'deleted-accounts': {
      every: minute(25),
      round: 'rest',
      run: (drain) => removeDeletedAccounts(database, drain),
    },
    parts: { every: minute(20), round: 'rest', run: () => tendParts(database, now()) },
    // Readers are counted once a day; this is how soon a new server counts for the first time.
    readers: { every: minute(30), round: 'rest', run: () => countReadersWhenDue(database, now()) },
    // Freshness is due once an hour, and after a planning.
    freshness: { every: minute(45), round: 'rest', run: () => measureFreshness(host) },
    // Both are due once a day, soon after it begins; retention again where polls were late.
    'roll-up': { every: minute(40), round: 'rest', run: rollUp },
    retention: { every: minute(10), round: 'rest', run: removeOld },
    // Sites that are silent keep nothing else from being done.
    icons: { every: seconds(5), round: 'rest', run: seekIcons },
    figures: { every: seconds(10), round: 'end', run: () => tellFigures(host) },
    // An admin waits for the lab, which seldom has anything to do. One run may take minutes: too long for a round.
    lab: { every: seconds(2), round: null, run: ofProcess?.lab },
    garbage: { every: minute(55), round: null, run: ofProcess?.collectGarbage },
  } satisfies Record<string, Task>
}

async function endLeasesOfDead({ database }: AggregatorContext): Promise<void> {
  const owners = await endLeasesOfTheDead(database)
  if (owners.length > 0) log.warn('aggregators-died', { owners })
}

async function measureFreshness({ database, clock }: AggregatorContext): Promise<void> {
  await foldSubscriptionChanges(database)
  await refreshFreshnessWhenDue(database, clock.now())
}
