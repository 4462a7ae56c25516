import { etagOf, readEtags } from './feed-etag.ts'

/** The state of a feed now: tags of its head and of its entries, in their order (feed-etag.ts). */
export type FeedState = { readonly head: string; readonly tags: readonly string[] }

/** The headers by which a client says what it has and what it understands. */
type AskedBy = { readonly ifNoneMatch: string | null; readonly aIm: string | null }

export type FeedAnswer =
  /** 200 */
  | { readonly kind: 'whole'; readonly etag: string }
  /** 304 */
  | { readonly kind: 'not-modified'; readonly etag: string }
  /** 226: of its entries those at these places, as the client has `base` */
  | {
      readonly kind: 'new'
      readonly etag: string
      readonly base: string
      readonly places: readonly number[]
    }

/**
 * The answer of a feed: nothing at all where the client has what there is, with the entries that it does not have where it
 * asks for that by `A-IM: feed` (RFC 3229) and has some of them, else whole.
 * @param scope which feed and format it is
 */
export function planAnswer(
  state: FeedState,
  { ifNoneMatch, aIm }: AskedBy,
  { scope, key }: { readonly scope: string; readonly key: string },
): FeedAnswer {
  const etag = etagOf(state, scope, key)
  if (ifNoneMatch?.trim() === '*') return { kind: 'not-modified', etag }
  const known = readEtags(ifNoneMatch, scope, key)
  if (known.some((each) => each.etag === etag)) return { kind: 'not-modified', etag }
  if (!takesDelta(aIm)) return { kind: 'whole', etag }
  const deltas = known.map(({ etag: base, tags }) => {
    const had = new Set(tags)
    return { base, places: state.tags.flatMap((tag, place) => (had.has(tag) ? [] : [place])) }
  })
  const [least] = deltas.toSorted((one, other) => one.places.length - other.places.length)
  // Where the client has nothing of it, a delta would be the whole under another name, which fewer caches take.
  if (least === undefined || least.places.length === state.tags.length) return { kind: 'whole', etag }
  return { kind: 'new', etag, ...least }
}

/** Whether `A-IM` (RFC 3229, 10.5.3) names "feed", and not as something that is not wanted (q=0). */
function takesDelta(aIm: string | null): boolean {
  return (aIm ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    return name === 'feed' && !parameters.some((each) => /^q\s*=\s*0(\.0*)?$/.test(each))
  })
}
