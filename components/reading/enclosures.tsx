import { Download } from 'lucide-react'
import type { PostingDetail } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { Words } from '#lib/words/areas.ts'

type EnclosuresProps = { readonly enclosures: PostingDetail['enclosures'] }

/** What came with a posting: sound and film play here, anything else is a link. Nothing is loaded before it is wanted. */
export function Enclosures({ enclosures }: EnclosuresProps) {
  const t = useWords('reading')
  if (enclosures.length === 0) return null
  return (
    <ul className="mt-8 flex flex-col gap-4" aria-label={t('attachments')}>
      {enclosures.map((enclosure) => (
        <li key={enclosure.url}>
          <Player enclosure={enclosure} />
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

function Player({ enclosure: { url, type } }: { readonly enclosure: Enclosure }) {
  if (type?.startsWith('audio/')) {
    return (
      <audio controls preload="none" src={url} className="w-full">
        <track kind="captions" />
      </audio>
    )
  }
  if (type?.startsWith('video/')) {
    return (
      <video controls preload="none" src={url} className="aspect-video w-full rounded-2 bg-deep">
        <track kind="captions" />
      </video>
    )
  }
  return null
}

function describe({ url, type, length }: Enclosure, t: Words<'reading'>): string {
  const name = URL.parse(url)?.pathname.split('/').at(-1) ?? ''
  const size = length === null || length <= 0 ? '' : t('megabytes', { size: length / 1e6 })
  return [name === '' ? t('attachment') : decodeName(name), type ?? '', size].filter(Boolean).join(' · ')
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}
