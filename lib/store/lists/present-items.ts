import type { PostingFilter, PostingItem } from '#lib/api/postings/postings.ts'
import type { ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import { config } from '#lib/runtime/config.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import { proxiedImage } from '#lib/documents/html/image-address.ts'
import { shownImage, type ImageShower } from '#lib/documents/html/shown-html.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { alsoIn, listTellers } from '#lib/store/stories/stories.ts'
import { foldsStories } from './story-once.ts'

/** The treatment of pictures under a subscriber's settings. */
export function imageShower({ images }: Pick<ReadingSettings, 'images'>): ImageShower {
  if (images === 'none') return () => null
  const secret = config().authSecret
  if (images === 'direct' || secret === null) return (address) => address
  return (address) => proxiedImage(address, secret)
}

/** A posting as it is given out: its address without trackers, its picture by the subscriber's settings. */
export function presentItem(item: PostingItem, showImage: ImageShower): PostingItem {
  return {
    ...item,
    url: item.url === null ? null : cleanAddress(item.url),
    imageUrl: shownImage(item.imageUrl, showImage),
    sourceIconUrl: shownImage(item.sourceIconUrl, showImage),
  }
}

/** The rows of a list as they are given out, each with where else its story is told where lists show stories once. */
export async function presentItems(
  database: Database | Transaction,
  subscriberId: string,
  filter: PostingFilter,
  settings: ReadingSettings,
  items: readonly PostingItem[],
): Promise<PostingItem[]> {
  const showImage = imageShower(settings)
  const clusters = foldsStories(settings, filter)
    ? items.flatMap(({ clusterId }) => (clusterId === null ? [] : [BigInt(clusterId)]))
    : []
  const tellers = await listTellers(database, subscriberId, clusters)
  return items.map((item) => {
    const others = alsoIn(item, tellers.get(item.clusterId ?? '') ?? [])
    const shown = others.map((other) => ({
      ...other,
      sourceIconUrl: shownImage(other.sourceIconUrl, showImage),
    }))
    return { ...presentItem(item, showImage), alsoIn: shown }
  })
}
