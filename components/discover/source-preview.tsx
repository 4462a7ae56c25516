'use client'

import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { useCandidate, useDiscoverSource } from '#lib/queries/sources/discover.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Looked } from './discover-address.ts'
import { useExpectedFreshness } from './use-expected-freshness.ts'
import { PreviewBody, type PreviewFreshness } from './preview-body.tsx'

/** The latest postings of a source and its expected freshness, before subscribing. */
export function SourcePreview({ looked }: { readonly looked: Looked }) {
  return 'url' in looked ? (
    <FeedPreview key={looked.url} url={looked.url} />
  ) : (
    <KnownPreview key={looked.sourceId} sourceId={looked.sourceId} />
  )
}

function KnownPreview({ sourceId }: { readonly sourceId: number }) {
  const t = useWords('discover')
  const locale = useLocale()
  const query = useDiscoverSource(sourceId)
  if (query.isPending) return <Waiting rows={4} label={t('loading')} />
  if (query.isError)
    return <Failed title={t('previewFailed')} error={query.error} onRetry={() => void query.refetch()} />
  const { delay, expectedDelayMs, postings, readersAtLeast, ...source } = query.data
  const say = (ms: number) => formatDuration(ms, locale)
  let freshness: PreviewFreshness = null
  if (delay !== null)
    freshness = {
      words: t('measured', { median: say(delay.medianMs), p90: say(delay.p90Ms) }),
      ground: t('measuredGround', { count: delay.count }),
    }
  else if (expectedDelayMs !== null)
    freshness = { words: t('expected', { duration: say(expectedDelayMs) }), ground: '' }
  return (
    <PreviewBody
      source={source}
      readersAtLeast={readersAtLeast}
      freshness={freshness}
      postings={postings.map(({ title, shownAt }) => ({ title, at: shownAt }))}
    />
  )
}

function FeedPreview({ url }: { readonly url: string }) {
  const t = useWords('discover')
  const query = useCandidate(url)
  const freshness = useExpectedFreshness(query.data?.postingsPerDay ?? null)
  if (query.isPending) return <Waiting rows={4} label={t('loading')} />
  if (query.isError || query.data === null)
    return <Failed title={t('previewFailed')} error={query.error} onRetry={() => void query.refetch()} />
  const { sample } = query.data
  return (
    <PreviewBody
      source={query.data}
      readersAtLeast={null}
      freshness={freshness}
      postings={sample.map(({ title, publishedAt }) => ({ title, at: publishedAt }))}
    />
  )
}
