'use client'

import { Download, Play } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'
import { chaptersIn, linesOf } from '#components/reading/player/chapters-in-text.ts'
import { useKeptPosition } from '#components/reading/player/use-kept-position.ts'
import { usePlayer } from '#components/reading/player/player-context.tsx'

type EnclosuresProps = {
  readonly posting: PostingDetail
  /** Whether the picture of the posting is shown here: not where it stands in the text. */
  readonly hasPicture: boolean
}

/** The attachments of a posting: sound and film play here, anything else is a link. Nothing is loaded before it is wanted. */
export function Enclosures({ posting, hasPicture }: EnclosuresProps) {
  const { enclosures } = posting
  const t = useWords('reading')
  return (
    <ul className="mt-8 mb-5 flex flex-col gap-4" aria-label={t('attachments')}>
      {enclosures.map((enclosure) => (
        <li key={enclosure.url}>
          {enclosure.isInText === true ? null : (
            <Media posting={posting} enclosure={enclosure} hasPicture={hasPicture} />
          )}
          <a
            href={enclosure.url}
            target="_blank"
            rel="noopener noreferrer"
            className="mt-1 inline-flex items-center gap-1.5 text-12 text-ink-2 underline decoration-control underline-offset-3 hover:text-ink"
          >
            <Download aria-hidden size={14} strokeWidth={1.75} />
            {describe(enclosure, t)}
          </a>
        </li>
      ))}
    </ul>
  )
}

type Enclosure = PostingDetail['enclosures'][number]

type MediaProps = EnclosuresProps & { readonly enclosure: Enclosure }

function Media(props: MediaProps) {
  const { url, type } = props.enclosure
  if (type?.startsWith('audio/')) return <Sound {...props} />
  if (type?.startsWith('video/')) return <Film key={url} {...props} />
  return null
}

/** Plays in the bar below, where it goes on while other postings are read. */
function Sound({
  posting,
  hasPicture,
  enclosure: { url, position, durationMs: said, chapters, chaptersUrl },
}: MediaProps) {
  const t = useWords('text')
  const locale = useLocale()
  const { queue, play, playLater } = usePlayer()
  const reading = useWords('reading')
  const player = useWords('player')
  // The source stands below it in the player.
  const title = posting.title || posting.excerpt || reading('untitled')
  // Most podcasts have one picture for all episodes.
  const imageUrl = posting.imageUrl ?? posting.sourceIconUrl
  const item = () => ({
    postingId: posting.id,
    url,
    title,
    sourceTitle: posting.sourceTitle,
    imageUrl,
    startMs: position?.positionMs ?? 0,
    chapters: chapters ?? chaptersIn(linesOf(posting.html)),
    hasChapterFile: chaptersUrl !== undefined,
  })
  const durationMs = position?.durationMs ?? said ?? null
  const isQueued = queue.some((each) => each.url === url)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {imageUrl === null || !hasPicture ? null : (
        <picture className="contents">
          <img
            src={imageUrl}
            alt=""
            width={56}
            height={56}
            referrerPolicy="no-referrer"
            className="size-14 rounded-2 bg-line object-cover"
          />
        </picture>
      )}
      <Button onClick={() => play(item())} disabled={queue[0]?.url === url}>
        <Play aria-hidden size={16} strokeWidth={1.75} />
        {/* First words in place of a title stand right below, and may be long. */}
        {posting.title === '' ? player('play') : t('playItem', { title })}
      </Button>
      {queue.length > 0 && !isQueued ? (
        <Button variant="quiet" onClick={() => playLater(item())}>
          {t('playLater')}
        </Button>
      ) : null}
      {durationMs === null ? null : (
        <span className="text-12 text-ink-2">{formatDuration(durationMs, locale)}</span>
      )}
    </div>
  )
}

function Film({ posting, hasPicture, enclosure: { url, position } }: MediaProps) {
  const media = useRef<HTMLVideoElement>(null)
  useKeptPosition(media, { postingId: posting.id, url, startMs: position?.positionMs ?? 0 })
  return (
    <video
      ref={media}
      controls
      preload="none"
      src={url}
      poster={(hasPicture ? posting.imageUrl : null) ?? undefined}
      className="aspect-video w-full rounded-2 bg-deep"
    >
      <track kind="captions" />
    </video>
  )
}

/** Bytes. What is less would be told as 0.0 MB. */
const leastShown = 50_000

/** Names that say already what their type would: "10.mp3" needs no "Audio", "play.php" does. */
const saysKind =
  /\.(?:mp[234]|m4[abv]|aac|flac|og[agv]|opus|wav|weba|webm|wma|aiff?|mov|mkv|avi|wmv|mpe?g|3gp)$/i

function describe({ url, type, length }: Enclosure, t: AreaWords<'reading'>): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  const size = length === null || length < leastShown ? '' : t('megabytes', { size: length / 1e6 })
  return [name === '' ? t('attachment') : decodeName(name), kindOf(name, type, t), size]
    .filter(Boolean)
    .join(' · ')
}

/** The kind of a file in words, where its name does not say it. Of other types only short names are known to readers: PDF, ZIP. */
function kindOf(name: string, type: string | null, t: AreaWords<'reading'>): string {
  const [kind = '', format = ''] = (type ?? '').toLowerCase().split(/[/;]/)
  if (saysKind.test(name) || name.toLowerCase().endsWith(`.${format}`)) return ''
  if (kind === 'audio') return t('kindAudio')
  if (kind === 'video') return t('kindVideo')
  return /^[a-z\d]{2,4}$/.test(format) ? format.toUpperCase() : ''
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}
