const windowMs = 60_000
/** Requests of strangers from an address group in a minute: generous, as a household or an office has one address. */
export const mostStrangerRequests = 600
/** Pictures for an address group, or somebody who is known, in a minute: lists have hundreds of them, and each is read from the disk. */
export const mostPictures = 6_000
/** A program that asks every few minutes stays known; who signed out goes on for no longer. */
const knownForMs = 600_000
/** Of groups, and of credentials: some 10 MB. */
const mostKept = 50_000

/** A request of whom nothing is known yet. */
type StrangerVisit = {
  /** Its credential proved to be somebody's lately. */
  readonly isKnown: boolean
  /** The wait, in ms; 0: it may go on. */
  readonly pauseMs: number
  /** Whose it is: of whom its credential proved to be lately, or of its address group. */
  readonly who: string
  /** `who`, as far as is known by now. */
  readonly whoNow: () => string
  /** It is somebody's, who is counted by their account: it does not count here, nor do the next ones with its credential. */
  readonly prove: (who: string) => void
}

/** Whose a credential is, and when that was seen. */
export type Proof = { readonly who: string; readonly at: number }

/**
 * Counts requests of strangers by address group in windows of a minute, in this process alone: to count them in the database would
 * cost what the limit is to spare. Each counts when it comes, whatever it holds, as names and tokens can be made up, and is
 * given back when it proves to be somebody's. A credential that did so lately is counted by itself, and goes on beside a flood: what
 * proves nothing, as a page that is the same for all, is limited for it, too. `proved`: the credentials that did so, for several counts.
 */
export function createStrangerCounts(
  most: number,
  now: () => number = Date.now,
  proved = new Map<string, Proof>(),
) {
  const counts = new Map<string, number>()
  let windowAt = 0

  function prove(who: string, counted: string, credential: string | null, countedIn: number): void {
    if (credential !== null) keep(proved, credential, { who, at: now() })
    const left = (counts.get(counted) ?? 0) - 1
    if (countedIn !== windowAt || left < 0) return
    if (left === 0) counts.delete(counted)
    else counts.set(counted, left)
  }

  return function enter(group: string, credential: string | null): StrangerVisit {
    const at = now()
    const current = at - (at % windowMs)
    // Floods from more networks begin anew, rather than keep out whoever comes next.
    if (current !== windowAt || counts.size >= mostKept) counts.clear()
    windowAt = current
    const provedWho = (nowAt: number) => {
      const proof = credential === null ? undefined : proved.get(credential)
      return isWithin(proof?.at, nowAt) ? proof?.who : undefined
    }
    const knownWho = provedWho(at)
    const isKnown = knownWho !== undefined
    const counted = isKnown ? `known ${credential}` : group
    const count = (counts.get(counted) ?? 0) + 1
    counts.set(counted, count)
    let isProved = false
    return {
      isKnown,
      who: knownWho ?? group,
      whoNow: () => provedWho(now()) ?? group,
      pauseMs: count > most ? current + windowMs - at : 0,
      prove: (who) => {
        if (!isProved) prove(who, counted, credential, current)
        isProved = true
      },
    }
  }
}

/** A clock that was set back makes nobody known for longer. */
function isWithin(at: number | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - at) < knownForMs
}

/** As the newest; the oldest goes where there are too many. */
function keep(map: Map<string, Proof>, key: string, value: Proof): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest)
}
