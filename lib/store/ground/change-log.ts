import type { PollOverride } from '#lib/api/server/poll-override.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { ChangedLineAnswer } from '#lib/api/server/audit.ts'
import type { ServerSettings } from '#lib/api/server/admin.ts'

/** The change of an admin, as the log keeps it. */
export type StoredChange =
  | {
      readonly kind: 'settings'
      readonly before: Partial<ServerSettings>
      readonly after: Partial<ServerSettings>
    }
  /** Each source is in the table of weight changes. */
  | { readonly kind: 'weights' }
  | {
      readonly kind: 'source'
      readonly id: number
      readonly before: PollOverride
      readonly after: PollOverride
    }
  /** The address at which it is polled; its publisher moved it, or an admin. */
  | { readonly kind: 'address'; readonly id: number; readonly before: Address; readonly after: Address }
  | { readonly kind: 'host'; readonly before: LoggedHost; readonly after: LoggedHost }

type Address = { readonly url: string }

/** A host's limit and whether an admin set it; null: nothing is known of the host. */
export type LoggedHost = (PublisherLimit & { readonly isEdited: boolean }) | null

/** The admin who changes something, from where, and which entry's change that takes back. */
export type Changer = {
  readonly actorId: string
  readonly address: string | null
  readonly at: Date
  readonly revertsId?: bigint
  /** Comes first in the transaction of the change: holds the admin's account until that ends, or throws where its ways in were ended since. */
  readonly hold: (transaction: Transaction) => Promise<void>
}

type WeightSummary = {
  readonly sources: number
  readonly before: readonly [number, number]
  readonly after: readonly [number, number]
}

/** Of each of these entries that changed weights: how many, and between which factors. */
export async function summariseWeightChanges(
  database: Database,
  ids: readonly bigint[],
): Promise<Map<bigint, WeightSummary>> {
  const rows = await database.weightChange.groupBy({
    by: ['auditId'],
    where: { auditId: { in: [...ids] } },
    _count: true,
    _min: { before: true, after: true },
    _max: { before: true, after: true },
  })
  return new Map(
    rows.map(({ auditId, _count: sources, _min: least, _max: most }) => [
      auditId,
      {
        sources,
        before: [least.before ?? 0, most.before ?? 0],
        after: [least.after ?? 0, most.after ?? 0],
      },
    ]),
  )
}

/** A change in lines for the reader of the log. */
export function toChangedLines(
  change: StoredChange | null,
  weights: WeightSummary | undefined,
): ChangedLineAnswer[] {
  switch (change?.kind) {
    case undefined:
      return []
    case 'weights': {
      if (weights === undefined) return []
      const { sources, before, after } = weights
      return [{ name: `weightFactor (${sources})`, before: span(before), after: span(after) }]
    }
    case 'settings':
      return linesOf(change.before, change.after)
    case 'source':
    case 'address':
      return linesOf(change.before, change.after)
    case 'host':
      return linesOf(change.before ?? {}, change.after ?? {})
    default:
      return change satisfies never
  }
}

function linesOf(before: object, after: object): ChangedLineAnswer[] {
  const old = new Map(Object.entries(before))
  const now = new Map(Object.entries(after))
  const names = new Set([...old.keys(), ...now.keys()])
  return [...names]
    .sort()
    .map((name) => ({ name, before: textOf(old.get(name)), after: textOf(now.get(name)) }))
    .filter((line) => line.before !== line.after)
}

function textOf(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value as string | number | boolean)
}

function span([least, most]: readonly [number, number]): string {
  return least === most ? String(least) : `${least}–${most}`
}

/** The limit of a publisher for those who poll its host. */
export type PublisherLimit = {
  /** Registrable domain, or the address itself. */
  readonly host: string
  /** Least time between two polls of one source. */
  readonly leastIntervalMs: number | null
  /** Requests an hour to the whole host. */
  readonly requestsPerHour: number | null
  /** Nothing there is asked for. */
  readonly isOptedOut: boolean
  /** The page that says it, or the person. */
  readonly evidence: string
}
